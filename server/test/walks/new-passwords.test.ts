import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { password } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { issues } from '@palabre/common/contract/issues.ts';
import type { ChosenSettings } from '@palabre/common/contract/running/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OutgoingError } from '../../platform/http/outgoing/outgoing.ts';
import { newId } from '../../platform/postgres/db.ts';
import { createBreachedPasswords } from '../../platform/sessions/breached-passwords.ts';
import type { Reply } from '../client.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { codeSentTo } from '../outbox.ts';
import { RangeServer } from '../outside/range-server.ts';
import { passOf } from '../people/admitted.ts';
import { pair } from '../people/codes.ts';
import { inviteByMail } from '../people/invited.ts';
import { createWorkspace } from '../people/world.ts';

/**
 * Common passwords are refused wherever a password is set, if administrators chose so; breached ones are, if a service
 * that knows them is configured.
 */
let palabre: Palabre;
let administrator: Person;
let workspaceId: string;

const breached = 'Une vieille fuite 4807';
const padding = 'Un bourrage 4807';
const ranges = new RangeServer(breached, padding);
const rangesUrl = ranges.open();

beforeAll(async () => {
  palabre = await startPalabre({ env: { BREACHED_PASSWORDS_URL: await rangesUrl } });
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy' });
  await palabre.makeAdministrator(administrator);
  workspaceId = (await createWorkspace(administrator, { title: 'Chantiers' })).workspace._id;
});

beforeEach(() => {
  ranges.asked.length = 0;
  ranges.instead = null;
});
afterAll(() => ranges.close());

async function choose(commonPasswords: ChosenSettings['commonPasswords'], name: string | null = null): Promise<void> {
  const { version } = await administrator.ok(api.settings.read);
  await administrator.ok(api.settings.change, { body: { version, commonPasswords, name } });
}

const who = { firstName: 'Zoé', lastName: 'Lambert' };
const good = 'un tout autre mot';
const fresh = () => `z.lambert-${newId()}@tilleul.fr`;

/** Tries a password where one is set; the first accepted password ends the way. */
type Try = (password: string) => Promise<Reply<object>>;

/** Every way to set a password, by its endpoint: the steps before the try, and the try. */
const ways: [endpoint: string, way: string, begin: () => Promise<Try>][] = [
  [
    'users.register',
    'an account by the form',
    async () => {
      const email = fresh();
      return password => palabre.nobody.call(api.users.register, { body: { ...who, email, password } });
    },
  ],
  [
    'invites.register',
    'an account by the code of an invitation',
    async () => {
      const { invite } = await administrator.ok(api.invites.create, {
        params: { id: workspaceId },
        body: {},
      });
      const email = fresh();
      return password =>
        palabre.nobody.call(api.invites.register, {
          params: { code: invite.inviteCode },
          body: { ...who, email, password },
        });
    },
  ],
  [
    'emailInvites.register',
    'an account by an invitation',
    async () => {
      const { token } = await inviteByMail(palabre, administrator, workspaceId, fresh());
      return password =>
        palabre.nobody.call(api.emailInvites.register, { params: { token }, body: { ...who, password } });
    },
  ],
  [
    'admissions.register',
    'an account by an approval',
    async () => {
      const token = await passOf(palabre, fresh());
      return password =>
        palabre.nobody.call(api.admissions.register, { params: { token }, body: { ...who, password } });
    },
  ],
  [
    'accounts.changePassword',
    'a change',
    async () => {
      const person = await registered();
      return newPassword =>
        person.call(api.accounts.changePassword, {
          params: { id: person.id },
          body: { oldPassword: person.password, newPassword },
        });
    },
  ],
  [
    'accounts.changePassword',
    'the first one of an account made by a provider',
    async () => {
      const person = await registered();
      await sql`UPDATE users SET password_hash = NULL WHERE id = ${person.id}`.execute(
        palabre.services.database.kysely,
      );
      await person.ok(api.otp.sent, { body: pair(person) });
      const code = await codeSentTo(palabre, person.user.email);
      return newPassword =>
        person.call(api.accounts.changePassword, { params: { id: person.id }, body: { code, newPassword } });
    },
  ],
  [
    'otp.resetPassword',
    'a reset by a code',
    async () => {
      const person = await registered();
      await palabre.nobody.ok(api.otp.sent, { body: pair(person) });
      const p_otp = await codeSentTo(palabre, person.user.email);
      const checked = await palabre.nobody.ok(api.otp.check, { body: { p_id: person.id, p_otp, p_option: 'email' } });
      return reset(person, (checked as { resetToken: string }).resetToken);
    },
  ],
  [
    'otp.resetPassword',
    'a reset by a link of an administrator',
    async () => {
      const person = await registered();
      const { link } = await administrator.ok(api.administration.recover, {
        params: { id: person.id },
        body: { by: 'hand' },
      });
      return reset(person, link?.split('#recovery=')[1] ?? '');
    },
  ],
];

const registered = () => palabre.register({ ...who, email: fresh() });
const reset =
  (person: Person, resetToken: string): Try =>
  newPassword =>
    palabre.nobody.call(api.otp.resetPassword, { params: { id: person.id }, body: { newPassword, resetToken } });

/** Returns the status, the code and the issues of an answer. */
const saidOf = ({ status, body }: Reply<object>) => [status, body.code, ...(body.issues ?? [])];

it('Every endpoint that sets a password is among the ways that are tried', () => {
  const taking = Object.entries(api).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { body }]) =>
      Object.values((body as { shape?: object } | undefined)?.shape ?? {}).includes(password)
        ? [`${feature}.${name}`]
        : [],
    ),
  );
  expect([...new Set(ways.map(([endpoint]) => endpoint))].sort()).toEqual(taking.sort());
});

describe.each(ways)('%s: %s', (endpoint, _way, begin) => {
  const path = endpoint.endsWith('.register') ? 'password' : 'newPassword';

  it('takes a common password, or one made of names, unless administrators chose otherwise', async () => {
    await choose(null, 'Atelier Tilleul');
    for (const password of ['sunshine', 'Lambert2026!'])
      expect((await (await begin())(password)).body.code).toBe(undefined);
    await choose('allowed');
    expect((await (await begin())('sunshine')).body.code).toBe(undefined);
  });

  it('refuses them where administrators chose so, spends nothing on them, and takes another', async () => {
    await choose('refused', 'Atelier Tilleul');
    const tries = await begin();
    for (const password of ['sunshine', 'SunShine', '1Q2W3E4R5T', 'Azerty2026!', 'Mot de passe 1'])
      expect(saidOf(await tries(password))).toEqual([
        ...[400, 'invalid_input', { path, message: issues.password_common.fr }],
      ]);
    for (const password of ['Lambert2026!', 'zoelambert1', 'z.lambert', 'tilleul.fr', 'ATELIER-44', 'palabre123'])
      expect([password, ...saidOf(await tries(password))]).toEqual([
        ...[password, 400, 'invalid_input', { path, message: issues.password_names.fr }],
      ]);
    expect((await tries(good)).status).toBeLessThan(300);
  });

  it('refuses a breached one, of which the service is told five digits, spends nothing on it, and takes another', async () => {
    await choose(null);
    const tries = await begin();
    ranges.asked.length = 0;
    expect(saidOf(await tries(breached))).toEqual([
      ...[400, 'invalid_input', { path, message: issues.password_breached.fr }],
    ]);
    expect((await tries(padding)).status).toBeLessThan(300);
    const told = [breached, padding].map(password => createHash('sha1').update(password).digest('hex').slice(0, 5));
    expect(ranges.asked).toEqual(told.map(first => ({ path: `/range/${first.toUpperCase()}`, padded: 'true' })));
  });
});

it.each<[what: string, answer: (response: ServerResponse) => unknown]>([
  ['is away', response => response.writeHead(503).end()],
  ['answers a page', response => response.end('<!doctype html>')],
  ['leads elsewhere', response => response.writeHead(302, { location: '/ailleurs' }).end()],
  ['answers too much', response => response.end(`${'0'.repeat(35)}:1\r\n`.repeat(10_000))],
  ['says nothing', () => {}],
])(
  'A password is taken while the service of breached ones %s, and a log says so, without anything of it',
  async (_what, answer) => {
    // By an object of its own: a line of the log is written once a minute.
    const log = vi.fn();
    const passwords = createBreachedPasswords({
      env: { breachedPasswordsUrl: (await rangesUrl).replace(/\/$/, '') },
      logger: { warn: log } as never,
    });
    onTestFinished(() => passwords.close());
    expect(await passwords.has(breached)).toBe(true);
    expect(log).not.toHaveBeenCalled();
    ranges.instead = answer;
    expect(await Promise.all([1, 2].map(() => passwords.has(breached)))).toEqual([false, false]);
    expect(log.mock.calls).toEqual([[{ err: expect.any(OutgoingError) }, 'breached passwords']]);
    const message = String(log.mock.calls[0]?.[0].err);
    const hash = createHash('sha1').update(breached).digest('hex');
    for (const secret of [breached, hash.slice(0, 5)])
      expect(message.toLowerCase()).not.toContain(secret.toLowerCase());
  },
);

it('An account is made while the service of breached passwords is away; a login asks it nothing', async () => {
  await choose(null);
  ranges.instead = response => response.destroy();
  const email = fresh();
  const made = await palabre.nobody.call(api.users.register, { body: { ...who, email, password: breached } });
  expect([made.status, ranges.asked.length]).toEqual([201, 1]);
  await palabre.nobody.ok(api.users.login, { body: { email, password: breached } });
  expect(ranges.asked).toHaveLength(1);
});

it('A password made of a word with which French people begin theirs, or of their last name before the first, is refused', async () => {
  await choose('refused');
  const words = [
    ...['azerty', 'qwerty', 'motdepasse', 'mot de passe', 'password', 'bienvenue', 'bonjour', 'jetaime', 'soleil'],
    ...['doudou', 'loulou', 'chouchou', 'administrateur', 'admin', 'lambertzoe'],
  ];
  const tried = async (word: string) => {
    const body = { ...who, email: fresh(), password: `${word}-4807-4807` };
    return (await palabre.nobody.call(api.users.register, { body })).body.code;
  };
  for (const word of words) expect([word, await tried(word)]).toEqual([word, 'invalid_input']);
  expect(await tried('peuplier')).toBe(undefined);
});

it('An account whose password was common before goes on signing in', async () => {
  await choose('allowed');
  const person = await palabre.register({ password: 'sunshine' });
  await choose('refused');
  const { body } = await palabre.nobody.call(api.users.login, {
    body: { email: person.user.email, password: 'sunshine' },
  });
  expect(body.token).toEqual(expect.any(String));
});

it('A refusal is in English for who reads it, and says the same whether the address has an account', async () => {
  await choose('refused');
  const { user } = await registered();
  const said = await Promise.all(
    [user.email, fresh()].map(email =>
      palabre.nobody.raw('POST', '/api/user/register', {
        body: { ...who, email, password: 'sunshine' },
        headers: { 'accept-language': 'en' },
      }),
    ),
  );
  for (const one of said)
    expect(saidOf(one as Reply<object>)).toEqual([
      ...[400, 'invalid_input', { path: 'password', message: issues.password_common.en }],
    ]);
});

it('A proof that is none is refused as before, whatever the password', async () => {
  await choose('refused');
  const person = await registered();
  expect((await reset(person, 'x'.repeat(43))('sunshine')).body.code).toBe('reset_refused');
});

it('The choice is told to administrators alone', async () => {
  await choose('refused');
  expect((await palabre.nobody.ok(api.settings.shown)).settings).not.toHaveProperty('commonPasswords');
  expect((await administrator.ok(api.settings.read)).settings.commonPasswords).toBe('refused');
});
