import { isHour } from '@palabre/common/rules/hours.ts';
import { type DayHours, isWeek, sameHours, type Week, type WorkHours } from '@palabre/common/rules/people/duty.ts';
import { type HolidayRegion, holidayRegions } from '@palabre/common/rules/people/holidays.ts';
import { ownZone } from '../../../../platform/local-day.ts';
import { formatWeekday } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { HourField } from '../../../../ui/fields/HourField.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { Pair } from '../../../../ui/pages/Section.tsx';
import s from '../Availability.module.css';

/** Zones of France, offered beside the device's zone and the zone chosen before. */
const zonesOfFrance = [
  'Europe/Paris',
  'America/Guadeloupe',
  'America/Martinique',
  'America/Cayenne',
  'Indian/Reunion',
  'Indian/Mayotte',
];
const usualDay: DayHours = { start: '09:00', end: '17:30' };

/** Names of the weekdays, Monday first; 5 January 2026 is a Monday. */
const weekdays = () => Array.from({ length: 7 }, (_, day) => formatWeekday(new Date(2026, 0, 5 + day), 'long'));

/** Hours while they are being chosen. */
export interface WeekDraft {
  zone: string;
  holidays: HolidayRegion;
  week: Week;
  /** Hours of each day, kept while it is a day off. */
  asleep: DayHours[];
}

/** Returns the hours to begin with: the saved hours, else the same hours from Monday to Friday. */
export function weekDraftOf(hours: WorkHours | null, from?: { start: string | null; end: string | null }): WeekDraft {
  const day = { start: from?.start ?? usualDay.start, end: from?.end ?? usualDay.end };
  const usual = day.start === day.end ? usualDay : day;
  const { zone, holidays, week } = hours ?? { zone: ownZone(), holidays: 'metropole', week: sameHours(usual) };
  return { zone, holidays, week, asleep: week.map(one => one ?? week.find(other => other !== null) ?? usual) };
}

/** Returns the chosen hours; null while they are invalid. */
export function hoursOf({ zone, holidays, week }: WeekDraft) {
  const isWhole = week.every(day => day === null || (isHour(day.start) && isHour(day.end)));
  return isWhole && isWeek(week) ? { zone, holidays, week: [...week] } : null;
}

/** Fields of hours: each weekday, the time zone, the public holidays. */
export function WeekFields({ draft, onChange }: { draft: WeekDraft; onChange: (changes: Partial<WeekDraft>) => void }) {
  const { t } = useTranslation('availability', { keyPrefix: 'hours' });
  const { t: regions } = useTranslation('availability', { keyPrefix: 'regions' });
  const { zone, holidays, week, asleep } = draft;
  const setDay = (index: number, day: DayHours | null) =>
    onChange({
      week: week.map((one, i) => (i === index ? day : one)),
      ...(day && { asleep: asleep.map((one, i) => (i === index ? day : one)) }),
    });
  const zones = [...new Set([...zonesOfFrance, ownZone(), zone])];
  return (
    <>
      <ul className={s.week}>
        {weekdays().map((name, index) => {
          const day = week[index] ?? null;
          const set = (part: Partial<DayHours>) => day && setDay(index, { ...day, ...part });
          return (
            <li key={name} className={s.day}>
              <Checkbox
                label={name}
                checked={day !== null}
                onChange={on => setDay(index, on ? (asleep[index] ?? usualDay) : null)}
              />
              {day ? (
                <div className={s.hours}>
                  <HourField
                    hideLabel
                    label={t('start', { day: name })}
                    name={`start${index}`}
                    value={day.start}
                    onChange={start => set({ start })}
                  />
                  <span aria-hidden="true">{t('to')}</span>
                  <HourField
                    hideLabel
                    label={t('end', { day: name })}
                    name={`end${index}`}
                    value={day.end}
                    onChange={end => set({ end })}
                  />
                </div>
              ) : (
                <span className={s.off}>{t('off')}</span>
              )}
            </li>
          );
        })}
      </ul>
      <Pair>
        <Select
          label={t('zone')}
          name="zone"
          value={zone}
          options={zones.map(value => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={next => onChange({ zone: next })}
        />
        <Select
          label={t('holidays')}
          name="holidays"
          value={holidays}
          options={holidayRegions.map(value => ({ value, label: regions(value) }))}
          onChange={next => onChange({ holidays: next })}
        />
      </Pair>
    </>
  );
}
