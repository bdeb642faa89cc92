import type { Week } from '@palabre/common/rules/people/duty.ts';
import type { HolidayRegion } from '@palabre/common/rules/people/holidays.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Made } from './tables.ts';

interface Hours {
  zone: string;
  holidays: HolidayRegion;
  /** Null: always on duty. */
  week: ColumnType<Week | null, string | null, string | null>;
  updated_at: Made;
}

/** Tables of hours, absences and quiet. */
export interface HoursTables {
  work_hours: Hours & { user_id: string };
  /** Default working hours, for people without hours of their own; the instance's row has no society. */
  default_hours: Hours & { society_id: string | null };
  /** Former hours, each until a change; without a zone there were none. */
  past_hours: {
    user_id: string | null;
    society_id: string | null;
    zone: string | null;
    holidays: HolidayRegion | null;
    week: Week | null;
    until: Date;
    day: Generated<string>;
  };
  absences: { user_id: string; from_day: string; to_day: string; deputy_id: string | null; text: Generated<string> };
  quiet_times: { user_id: string; until: Date };
  urgent_messages: { sender_id: string; nonce: string; reason: string; created_at: Made };
  charter: { one: Generated<boolean>; text: string; updated_at: Made };
  disconnection_reports: {
    month: string;
    society_id: string | null;
    people: number;
    messages: number;
    messages_off: number;
    urgent: number;
  };
}
