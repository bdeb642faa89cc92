import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter, sameHours } from '@palabre/common/rules/people/duty.ts';
import type { Person } from '../../server/test/harness.ts';
import { keeps, now, type Scenario } from './scenario.ts';

const office = {
  zone: 'Europe/Paris',
  holidays: 'metropole' as const,
  week: sameHours({ start: '09:00', end: '17:30' }),
};
/** The same each time: a person may send three urgent messages within seven days. */
const nonce = '7b0c2a51-9d4e-4c7a-8f63-1e5d2c9b7a40';
const today = () => new Date().toISOString().slice(0, 10);
/** Puts a person on leave for a week. */
export const absent = (person: Person, deputyId?: string) =>
  person.ok(api.availability.setAbsences, {
    body: { absences: [{ from: today(), to: dayAfter(today(), 7), deputyId, text: 'Voyez Camille.' }] },
  });

/** Scenarios of hours, absences and quiet. */
export const ofAvailability: Record<string, Record<string, Scenario>> = {
  'availability.setHours': {
    'of an office': keeps(now(({ member }) => member.ok(api.availability.setHours, { body: { hours: office } }))),
  },
  'availability.followDefault': {
    'who had hours of their own': keeps(async ({ member }) => {
      await member.ok(api.availability.setHours, { body: { hours: office } });
      return () => member.ok(api.availability.followDefault);
    }),
  },
  'availability.setAbsences': {
    'with a deputy': keeps(now(({ member, owner }) => absent(member, owner.id))),
    'none any more': keeps(async ({ member }) => {
      await absent(member);
      return () => member.ok(api.availability.setAbsences, { body: { absences: [] } });
    }),
  },
  'availability.setQuiet': {
    'for an hour, and no more': keeps(
      now(async ({ member }) => {
        const until = { localTime: localTimeOf(Date.now() + 3_600_000, 'UTC'), zone: 'UTC' };
        await member.ok(api.availability.setQuiet, { body: { until } });
        await member.ok(api.availability.setQuiet, { body: { until: null } });
      }),
    ),
  },
  'availability.urgent': {
    'a message to come': keeps(
      now(({ member }) => member.ok(api.availability.urgent, { body: { nonce, reason: 'Le serveur est en panne.' } })),
    ),
  },
};
