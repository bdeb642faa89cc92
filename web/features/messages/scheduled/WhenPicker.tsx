import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { readHour } from '@palabre/common/rules/hours.ts';
import { instantOf, localTimeOf, soonDays } from '@palabre/common/rules/local-times.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { dayOf, localDay, ownZone } from '../../../platform/local-day.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { formatDate, formatDay, formatTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Calendar } from '../../../ui/fields/Calendar.tsx';
import { addDays } from '../../../ui/fields/calendar.ts';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import './open/scheduled.texts.ts';
import s from './WhenPicker.module.css';

/** Time on the clock of a zone. */
export interface When {
  localTime: string;
  zone: string;
}

/** Purpose of the time: to send a message, or to be reminded of one. */
export type Asked = 'send' | 'remind';

interface WhenPickerProps {
  asked: Asked;
  beside: RefObject<HTMLElement>;
  /** Called with the chosen time, or with null when the picker is closed. */
  onChoose: (when: When | null) => void;
}

const usualHour = '09:00';
const hourMs = 3_600_000;

/** Chooses a time: a suggested one, or a day of the coming year and an hour. */
export function WhenPicker({ asked, beside, onChoose }: WhenPickerProps) {
  const { t } = useTranslation('scheduled');
  const [now] = useState(() => new Date());
  const zone = ownZone();
  const { data: start } = useQuery({
    ...endpointQuery(api.users.me),
    select: ({ user }) => user.startHour,
    meta: { silent: true },
  });
  const hour = start ?? usualHour;
  const soon = soonDays(now.getTime(), zone, hour);
  const [hours = '', minutes = ''] = hour.split(':');
  const spoken = t(minutes === '00' ? 'wholeHour' : 'hour', { hour: String(Number(hours)), minutes });
  const offered: { id: string; label: string; when: When }[] = [
    // An exact moment: an hour of the clock may come twice.
    ...(asked === 'remind'
      ? [
          {
            id: 'inAnHour',
            label: t('inAnHour'),
            when: { localTime: localTimeOf(now.getTime() + hourMs, 'UTC'), zone: 'UTC' },
          },
        ]
      : []),
    { id: 'tomorrow', label: t('tomorrow', { hour: spoken }), when: { localTime: soon.tomorrow, zone } },
    ...(soon.monday === soon.tomorrow
      ? []
      : [{ id: 'monday', label: t('monday', { hour: spoken }), when: { localTime: soon.monday, zone } }]),
  ];
  return (
    <Popover
      label={t(`when.${asked}`)}
      beside={beside}
      side="top"
      align="end"
      flush
      open
      onOpenChange={open => !open && onChoose(null)}
    >
      <div className={s.picker}>
        <ul className={s.usual} aria-label={t('usual')}>
          {offered.map(({ id, label, when }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(when)}>
                {label}
                <span className={s.at}>{told(instantOf(when.localTime, when.zone))}</span>
              </button>
            </li>
          ))}
        </ul>
        <Chosen asked={asked} now={now} hour={hour} onChoose={onChoose} />
      </div>
    </Popover>
  );
}

/** Formats a moment in few words: « Aujourd’hui, 15:20 », « 27 novembre 2026 ». */
const told = (at: number): string => `${formatDay(at)}, ${formatTime(at)}`;

interface ChosenProps {
  asked: Asked;
  now: Date;
  hour: string;
  onChoose: (when: When) => void;
}

/** Chooses any day and hour. */
function Chosen({ asked, now, hour: usual, onChoose }: ChosenProps) {
  const { t } = useTranslation('scheduled');
  const [day, setDay] = useState(() => addDays(dayOf(localDay(now)), 1));
  const [typed, setHour] = useState<string | null>(null);
  const [isPast, setPast] = useState(false);
  const hour = typed ?? usual;
  const zone = ownZone();
  const choose = (event: FormEvent) => {
    event.preventDefault();
    const read = readHour(hour);
    if (!read) return;
    const localTime = `${localDay(day)}T${read}`;
    if (instantOf(localTime, zone) <= Date.now()) return setPast(true);
    onChoose({ localTime, zone });
  };
  return (
    <form className={s.chosen} onSubmit={choose}>
      <Calendar
        key={day.getTime()}
        day={day}
        first={now}
        last={addDays(now, limits.scheduledDaysAhead - 1)}
        onChoose={chosen => {
          setDay(chosen);
          setPast(false);
        }}
      />
      <div className={s.foot}>
        <p className={s.day}>{t('on', { day: formatDate(day) })}</p>
        <HourField
          name="hour"
          label={t('atHour')}
          hideLabel
          value={hour}
          error={isPast ? t('past') : null}
          onChange={value => {
            setHour(value);
            setPast(false);
          }}
        />
        <Button type="submit" size="sm" disabled={readHour(hour) === null}>
          {t(`choose.${asked}`)}
        </Button>
      </div>
    </form>
  );
}
