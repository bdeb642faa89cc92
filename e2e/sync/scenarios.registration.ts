import { api } from '@palabre/common/contract/index.ts';
import { newId } from '../../server/platform/postgres/db.ts';
import { passOf, requestOf } from '../../server/test/people/admitted.ts';
import { keeps, now, type Scenario } from './scenario.ts';

const zoe = { firstName: 'Zoé', lastName: 'Lambert' };

/** Scenarios of people who may register, and of people who ask to. */
export const ofRegistration: Record<string, Record<string, Scenario>> = {
  'registration.choose': {
    'everybody, with a text': keeps(
      now(({ administrator }) =>
        administrator.ok(api.registration.choose, { body: { who: 'everybody', text: 'Bienvenue.' } }),
      ),
    ),
  },
  'admissions.ask': {
    'where an administrator approves': keeps(
      now(async ({ palabre, administrator }) => {
        await administrator.ok(api.registration.choose, { body: { who: 'approval' } });
        await palabre.nobody.ok(api.admissions.ask, { body: { ...zoe, email: `${newId()}@exemple.fr` } });
        await administrator.ok(api.registration.choose, { body: { who: 'everybody' } });
      }),
    ),
  },
  'admissions.decide': {
    'it is approved': keeps(async ({ palabre, administrator }) => {
      const params = { id: await requestOf(palabre) };
      return () => administrator.ok(api.admissions.decide, { params, body: { approve: true } });
    }),
  },
  'admissions.register': {
    'a newcomer': keeps(async ({ palabre }) => {
      const params = { token: await passOf(palabre) };
      return () =>
        palabre.nobody.ok(api.admissions.register, { params, body: { ...zoe, password: 'un mot de passe sûr' } });
    }),
  },
};
