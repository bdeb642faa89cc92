-- Hours, absences and quiet (decision 0064). Nobody has hours until they or a default say so.
-- `week` has seven entries, Monday first, each {"start", "end"} or null; a null week is that of somebody who is always on duty.
CREATE TABLE work_hours (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  zone text NOT NULL,
  holidays text NOT NULL,
  week jsonb,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Hours of whoever has chosen none: those of their society, else those of the instance, whose society is null.
CREATE TABLE default_hours (
  society_id uuid UNIQUE REFERENCES societies ON DELETE CASCADE,
  zone text NOT NULL,
  holidays text NOT NULL,
  week jsonb,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX default_hours_each ON default_hours ((coalesce(society_id, '00000000-0000-0000-0000-000000000000')));

-- Days off, both included, as days of the person's zone. Those of one person never overlap.
CREATE TABLE absences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  deputy_id uuid REFERENCES users ON DELETE SET NULL,
  text text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, from_day)
);
CREATE INDEX absences_deputy ON absences (deputy_id);

-- « Ne pas déranger ».
CREATE TABLE quiet_times (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  until timestamptz NOT NULL
);

-- Messages that reach people off duty, by the nonce under which they are posted.
CREATE TABLE urgent_messages (
  sender_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  nonce uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (sender_id, nonce)
);

-- Text about disconnection that administrators write for everyone.
CREATE TABLE charter (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  text text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What a month was in a society, or among people without one: numbers alone, made when the month is over.
CREATE TABLE disconnection_reports (
  month date NOT NULL,
  society_id uuid REFERENCES societies ON DELETE CASCADE,
  people integer NOT NULL,
  messages integer NOT NULL,
  messages_off integer NOT NULL,
  urgent integer NOT NULL,
  UNIQUE (month, society_id)
);
CREATE UNIQUE INDEX disconnection_reports_each ON disconnection_reports
  (month, (coalesce(society_id, '00000000-0000-0000-0000-000000000000')));
