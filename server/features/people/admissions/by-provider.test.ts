import { api } from '@palabre/common/contract/index.ts';
import type { RegistrationChoice } from '@palabre/common/rules/people/registration.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { type MockProvider, startProvider } from '../../../test/outside/provider.ts';
import { passOf } from '../../../test/people/admitted.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { gather } from '../../../test/people/team.ts';
import { Visitor } from '../../../test/people/visitor.ts';

/** Rules of registration for people who come by an identity provider. */
let provider: MockProvider;
let palabre: Palabre;
let administrator: Person;

beforeAll(async () => {
  provider = await startProvider();
  palabre = await startPalabre({
    env: { GOOGLE_CLIENT_ID: 'palabre', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: provider.url },
  });
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});
afterAll(() => provider.stop());

const choose = (who: RegistrationChoice, domains: string[] = []) =>
  administrator.ok(api.registration.choose, { body: { who, domains } });
afterEach(() => choose('everybody'));

/** Comes by the provider as a person new to it; returns the token of the session, or the reason of a refusal. */
async function come(email: string): Promise<{ token: string | null; reason: string | null }> {
  provider.says = { sub: newId(), email, email_verified: true, given_name: 'Zoé', family_name: 'Lambert' };
  const said = await new Visitor(palabre).enter();
  return { token: said.get('token'), reason: said.get('reason') };
}
const fresh = (domain = 'exemple.fr') => `${newId()}@${domain}`;
const closed = { token: null, reason: 'closed' };
const isIn = { token: expect.any(String), reason: null };

it('A provider makes accounts where it alone may, and signs in who has one whatever is chosen', async () => {
  await choose('provider');
  const email = fresh();
  provider.says = { sub: 'zoe', email, email_verified: true, given_name: 'Zoé', family_name: 'Lambert' };
  expect((await new Visitor(palabre).enter()).get('token')).toEqual(expect.any(String));
  await choose('invitation');
  expect((await new Visitor(palabre).enter()).get('token')).toEqual(expect.any(String));
});

it('An account that a provider makes is told to administrators', async () => {
  const ears = await administrator.connect();
  const email = fresh();
  expect(await come(email)).toEqual(isIn);
  expect(await ears.next('newUser')).toMatchObject({ firstName: 'Zoé', email });
});

it('A provider makes the account of who was invited at a proven address, or is of a listed domain, and of nobody else', async () => {
  const [owner, gone] = [await palabre.register(), await palabre.register()];
  const [invited, late, used, left] = [fresh(), fresh(), fresh(), fresh()];
  const { id } = await gather(owner, gone);
  for (const address of [invited, late, used]) await inviteByMail(palabre, owner, id, address);
  await inviteByMail(palabre, gone, id, left);
  const { pool } = palabre.services.database;
  await pool.query('UPDATE email_invites SET expires_at = now() WHERE email = $1', [late]);
  await pool.query('UPDATE email_invites SET accepted_at = now() WHERE email = $1', [used]);
  await gone.ok(api.workspaces.leave, { params: { id } });
  await choose('invitation');
  for (const address of [fresh(), late, used, left]) expect(await come(address)).toEqual(closed);
  expect(await come(invited)).toEqual(isIn);
  await choose('domains', ['exemple.fr']);
  expect([await come(fresh('ailleurs.fr')), await come(fresh())]).toEqual([closed, isIn]);
});

it('A provider puts who comes first on the list of administrators, and makes the account once one approves', async () => {
  await choose('approval');
  const email = fresh();
  expect(await come(email)).toEqual({ token: null, reason: 'waiting' });
  await jobsDone(palabre, 'admissions.ask');
  const { requests } = await administrator.ok(api.admissions.requests, { query: { search: email } });
  expect(requests).toMatchObject([{ email, firstName: 'Zoé', lastName: 'Lambert' }]);
  const params = { id: requests[0]?._id ?? '' };
  await administrator.ok(api.admissions.decide, { params, body: { approve: true } });
  expect(await come(email)).toEqual(isIn);
  // An approval is good for a week.
  const late = fresh();
  await passOf(palabre, late);
  await palabre.services.database.pool.query('UPDATE registration_passes SET expires_at = now() WHERE email = $1', [
    late,
  ]);
  expect(await come(late)).toEqual({ token: null, reason: 'waiting' });
});
