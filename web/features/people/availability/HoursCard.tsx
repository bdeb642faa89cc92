import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { isHour } from '@palabre/common/rules/hours.ts';
import { type DayHours, isWeek, sameHours, type Week, type WorkHours } from '@palabre/common/rules/people/duty.ts';
import { type HolidayRegion, holidayRegions } from '@palabre/common/rules/people/holidays.ts';
import { useState } from 'react';
import { ownZone } from '../../../platform/local-day.ts';
import { formatWeekday } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Form, hasIssues } from '../../../ui/fields/Form.tsx';
import { HourField } from '../../../ui/fields/HourField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Pair, Subject } from '../../../ui/pages/Section.tsx';
import s from './Availability.module.css';
import { useSetHours } from './availability.queries.ts';

type Choice = 'own' | 'none' | 'default';

/** Zones of France, beside that of the device and the one chosen before. */
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

const choiceOf = ({ source, hours }: OwnAvailability): Choice =>
  source === 'own' ? (hours ? 'own' : 'none') : 'default';

/** Proposes hours: those that hold now, else those of the profile from Monday to Friday. */
function proposed({ hours }: OwnAvailability, { startHour, endHour }: SelfUser): WorkHours {
  if (hours) return hours;
  const day = { start: startHour ?? usualDay.start, end: endHour ?? usualDay.end };
  return { zone: ownZone(), holidays: 'metropole', week: sameHours(day.start === day.end ? usualDay : day) };
}

interface Draft {
  choice: Choice;
  zone: string;
  holidays: HolidayRegion;
  week: Week;
  /** Hours of days off, kept while they are being chosen. */
  asleep: DayHours[];
}

function draftOf(own: OwnAvailability, user: SelfUser): Draft {
  const { zone, holidays, week } = proposed(own, user);
  const usual = week.find(day => day !== null) ?? usualDay;
  return { choice: choiceOf(own), zone, holidays, week, asleep: week.map(day => day ?? usual) };
}

/** Sets the user's hours: their own by weekday, none, or those of a default. */
export function HoursCard({ own, user }: { own: OwnAvailability; user: SelfUser }) {
  const { t } = useTranslation('availability', { keyPrefix: 'hours' });
  const { t: regions } = useTranslation('availability', { keyPrefix: 'regions' });
  const [edited, setEdited] = useState<Draft | null>(null);
  const [wrong, setWrong] = useState(false);
  const save = useSetHours();
  const draft = edited ?? draftOf(own, user);
  const { choice, zone, holidays, week } = draft;
  const change = (changes: Partial<Draft>) => {
    setWrong(false);
    setEdited({ ...draft, ...changes });
  };
  const setDay = (index: number, day: DayHours | null) =>
    change({
      week: week.map((one, i) => (i === index ? day : one)),
      asleep: day ? draft.asleep.map((one, i) => (i === index ? day : one)) : draft.asleep,
    });
  const zones = [...new Set([...zonesOfFrance, ownZone(), zone])];

  async function submit() {
    const isWhole = week.every(day => day === null || (isHour(day.start) && isHour(day.end)));
    if (choice === 'own' && !(isWhole && isWeek(week))) return setWrong(true);
    const hours = { own: { zone, holidays, week: [...week] }, none: null, default: undefined }[choice];
    try {
      await save.mutateAsync(hours);
    } catch (cause) {
      if (!hasIssues(cause)) tellFailure(cause);
      throw cause;
    }
    setEdited(null);
    alerts.success(t('saved'));
  }

  return (
    <Form onSubmit={submit} unsaved={edited !== null}>
      <Subject
        heading={t('heading')}
        hint={t('hint')}
        end={
          <CardFooter>
            <Button type="submit" variant="outline" disabled={edited === null}>
              {t('save')}
            </Button>
          </CardFooter>
        }
      >
        <Select
          label={t('choice')}
          name="choice"
          value={choice}
          options={(['own', 'none', 'default'] as const).map(value => ({ value, label: t(value) }))}
          onChange={next => change({ choice: next })}
          hint={choice === 'default' && own.source !== 'own' ? t(`defaultIs.${own.source}`) : undefined}
        />
        {choice === 'own' && (
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
                      onChange={on => setDay(index, on ? (draft.asleep[index] ?? usualDay) : null)}
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
                onChange={next => change({ zone: next })}
              />
              <Select
                label={t('holidays')}
                name="holidays"
                value={holidays}
                options={holidayRegions.map(value => ({ value, label: regions(value) }))}
                onChange={next => change({ holidays: next })}
              />
            </Pair>
            {wrong && <Note tone="danger">{t('wrong')}</Note>}
          </>
        )}
      </Subject>
    </Form>
  );
}
