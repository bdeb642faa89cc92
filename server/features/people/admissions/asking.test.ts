import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { RegistrationChoice } from '@palabre/common/rules/people/registration.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { requestOf } from '../../../test/people/admitted.ts';

/** Tests the job that answers a request for an account, after the request itself was answered. */
let palabre: Palabre;
let administrator: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
});

const choose = (who: RegistrationChoice, domains: string[] = []) =>
  administrator.ok(api.registration.choose, { body: { who, domains } });
afterEach(() => choose('everybody'));

const fresh = () => `${newId()}@exemple.fr`;
const ask = (email: string) =>
  palabre.nobody.ok(api.admissions.ask, { body: { email, firstName: 'Zoé', lastName: 'Lambert' } });
async function mails(email: string) {
  for (const job of ['admissions.ask', 'mail.send']) await jobsDone(palabre, job);
  return mailsTo(palabre.dataDir, email);
}
const waiting = async (search: string) =>
  (await administrator.ok(api.admissions.requests, { query: { search } })).requests.map(({ email }) => email);

it.each(['everybody', 'invitation', 'provider'] as const)(
  'A request for an account that is looked at once registration is of %s has no answer, of a known address either',
  async who => {
    const [email, known] = [fresh(), await palabre.register()];
    await choose(who);
    const words = { firstName: 'Zoé', lastName: 'Lambert', message: '', language: 'fr' };
    for (const of of [email, known.user.email])
      await palabre.services.jobs.add('admissions.ask', { email: of, ...words });
    expect([await mails(email), await mails(known.user.email), await waiting(email)]).toEqual([[], [], []]);
  },
);

it('A request for an account at a known address is told to that address after approval too, and is on no list', async () => {
  const known = await palabre.register();
  await choose('approval');
  await ask(known.user.email);
  expect((await mails(known.user.email)).map(({ subject }) => subject)).toEqual(['Vous avez déjà un compte Palabre']);
  expect(await waiting(known.user.email)).toEqual([]);
});

it('A link asked for again takes the place of the first, and is good for a week from then on', async () => {
  await choose('domains', ['exemple.fr']);
  const email = fresh();
  const age = (days: number) =>
    sql`UPDATE registration_passes SET expires_at = expires_at - make_interval(days => ${days}::int)
      WHERE email = ${email}`.execute(palabre.services.database.kysely);
  const tokens: string[] = [];
  for (const days of [limits.registrationPassDays, limits.registrationPassDays - 1]) {
    await ask(email);
    const text = (await mails(email)).at(-1)?.text ?? '';
    tokens.push(/\/register\/([\w-]{43})$/m.exec(text)?.[1] ?? '');
    await age(days);
  }
  const read = (token = '') => palabre.nobody.call(api.admissions.read, { params: { token } });
  expect(new Set(tokens).size).toBe(2);
  expect((await read(tokens[0])).body.code).toBe('registration_link');
  expect((await read(tokens[1])).body.pass).toMatchObject({ email });
});

it('A link that was sent for a domain is no approval, once approvals are needed', async () => {
  await choose('domains', ['exemple.fr']);
  const email = fresh();
  await ask(email);
  const [, token = ''] = /\/register\/([\w-]{43})$/m.exec((await mails(email))[0]?.text ?? '') ?? [];
  await choose('approval');
  const body = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };
  const refused = await palabre.nobody.call(api.admissions.register, { params: { token }, body });
  expect([refused.status, refused.body.code]).toEqual([403, 'registration_by_approval']);
});

it('The mail that answers a stranger leaves after those of people whom somebody here knows', async () => {
  const sending = vi.spyOn(palabre.services.mails, 'send');
  onTestFinished(() => sending.mockRestore());
  const [stranger, approved, refused, known] = [fresh(), fresh(), fresh(), await palabre.register()];
  await choose('domains', ['exemple.fr']);
  await ask(stranger);
  await ask(known.user.email);
  await jobsDone(palabre, 'admissions.ask');
  for (const email of [approved, refused]) {
    const params = { id: await requestOf(palabre, email) };
    await administrator.ok(api.admissions.decide, { params, body: { approve: email === approved } });
  }
  const whom = [stranger, known.user.email, approved, refused].map(
    email => sending.mock.calls.find(([{ to }]) => to === email)?.[0].whom,
  );
  expect(whom).toEqual(['anyone', 'known', 'known', 'known']);
});
