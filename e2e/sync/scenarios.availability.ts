import { randomUUID } from 'node:crypto';
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
const today = () => new Date().toISOString().slice(0, 10);
const absent = (person: Person, deputyId?: string) =>
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
    'whose deputy has another name now': keeps(async ({ member, owner }) => {
      await absent(member, owner.id);
      return () => owner.ok(api.accounts.update, { params: { id: owner.id }, body: { firstName: 'Capucine' } });
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
      now(({ member }) =>
        member.ok(api.availability.urgent, { body: { nonce: randomUUID(), reason: 'Le serveur est en panne.' } }),
      ),
    ),
  },
};
