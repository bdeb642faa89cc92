import { api } from '@palabre/common/contract/index.ts';
import { sameHours } from '@palabre/common/rules/people/duty.ts';
import { keeps, now, type Scenario } from './scenario.ts';

const hours = {
  zone: 'Europe/Paris',
  holidays: 'metropole' as const,
  week: sameHours({ start: '09:00', end: '17:30' }),
};

/** Scenarios of disconnection. */
export const ofDisconnection: Record<string, Record<string, Scenario>> = {
  'disconnection.setCharter': {
    'a first one': keeps(
      now(({ administrator }) =>
        administrator.ok(api.disconnection.setCharter, { body: { text: 'Personne ne répond le soir.' } }),
      ),
    ),
  },
  'disconnection.setDefaults': {
    'of everyone': keeps(
      now(({ administrator }) => administrator.ok(api.disconnection.setDefaults, { body: { societyId: null, hours } })),
    ),
  },
};
