import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { passOf } from '../../../test/people/admitted.ts';
import { inviteByMail } from '../../../test/people/invited.ts';
import { found } from '../../../test/people/societies.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { newId } from '../../postgres/db.ts';
import { createLimits, type LimitName, type Limits } from './limits.ts';

let palabre: Palabre;
let pool: pg.Pool;
let person: Person;
let other: Person;
/** Creates the limits of another process on the same database. */
const another = (): Limits => createLimits(true, pool);
let netsAsked = 0;
const until = { status: 429, code: 'too_many_requests' };

beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
  pool = palabre.services.database.pool;
  [person, other] = await Promise.all([palabre.register(), palabre.register()]);
});

test('limits that guard accounts survive a restart and are shared by all processes, without Redis', async () => {
  const [one, other] = [another(), another()];
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap(() => [one, other].map(limits => limits.spend('loginAccount', 'camille@exemple.fr'))),
  );
  for (const limits of [one, other, another()]) {
    await expect(limits.spend('loginAccount', 'camille@exemple.fr')).rejects.toMatchObject(until);
  }
  await another().clear('loginAccount', 'camille@exemple.fr');
  await one.spend('loginAccount', 'camille@exemple.fr');
});

const ofAccounts: readonly LimitName[] = [
  ...(['loginAccount', 'loginAddress', 'loginDevice', 'switchAccount', 'emailLookup', 'register'] as const),
  ...(['codeMinute', 'codeHour', 'codeDay', 'codeTries', 'codeTold', 'codeRequests', 'codeAddress'] as const),
  ...(['askAccount', 'askAddress', 'inviteCode', 'inviteMails', 'inviteMailsOfWorkspace'] as const),
];

test.each(ofAccounts)('the limit « %s » is still spent after a restart', async name => {
  const limits = another();
  const left = await limits.spend(name, '192.0.2.1');
  if (left > 0) await limits.spend(name, '192.0.2.1', left);
  await expect(another().check(name, '192.0.2.1')).rejects.toMatchObject(until);
});

test('rows of limits hold neither address nor e-mail', async () => {
  await another().spend('loginAccount', 'karim@exemple.fr');
  await another().spend('loginAddress', '203.0.113.9');
  const { rows } = await pool.query('SELECT key FROM limits_spent');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(rows)).not.toMatch(/karim|203\.0/);
});

test('a database that is away neither locks everyone out nor lets anyone guess without limit', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 200 });
  afterAll(() => away.end());
  const limits = createLimits(true, away);
  for (let i = 0; i < 10; i += 1) await limits.spend('loginAccount', 'yann@exemple.fr');
  await expect(limits.spend('loginAccount', 'yann@exemple.fr')).rejects.toMatchObject(until);
  await limits.spend('loginAccount', 'lucie@exemple.fr');
});

test('limits of frequent actions never wait for the database', async () => {
  const held: Pick<pg.Pool, 'query'> = { query: (async () => pause(60_000)) as unknown as pg.Pool['query'] };
  await expect(createLimits(true, held as pg.Pool).spend('mark', 'camille')).resolves.toBeGreaterThan(0);
});

/** Prepares a request, and returns the function that sends it. */
type Request = () => Promise<() => Promise<{ status: number }>>;

const message = async () => post(person, (await gather(person)).welcome, 'Bonjour.');
const counted: [LimitName, string, Request][] = [
  [
    ...(['mark', 'a reaction that is taken back'] as const),
    async () => {
      const { _id: id } = await message();
      return () => person.call(api.reactions.remove, { params: { id }, query: { reaction: '👍' } });
    },
  ],
  [
    ...(['mark', 'a message that is unpinned'] as const),
    async () => {
      const { _id: id } = await message();
      return () => person.call(api.pins.unpin, { params: { id } });
    },
  ],
  [
    ...(['read', 'a place that is read'] as const),
    async () => {
      const { channelId } = await message();
      return () => person.call(api.unread.mark, { body: { channelId, position: 1 } });
    },
  ],
  ['read', 'all that is read', async () => () => person.call(api.unread.markAll)],
  [
    ...(['journal', 'a file of the journal'] as const),
    async () => {
      await palabre.makeAdministrator(person);
      return () => person.raw('GET', '/api/audit/csv');
    },
  ],
  [
    ...(['testMail', 'a test mail'] as const),
    async () => {
      await palabre.makeAdministrator(person);
      return () => person.call(api.setup.testMail);
    },
  ],
  ['export', 'an export that is made at once', async () => () => person.raw('GET', '/api/user/me/export')],
  ['export', 'an export that a job makes', async () => () => person.call(api.personalData.prepare)],
  [
    ...(['switchAccount', 'another account of theirs'] as const),
    async () => {
      const body = { email: other.user.email, password: other.password };
      await person.ok(api.linkedAccounts.link, { body });
      return () => person.call(api.linkedAccounts.token, { params: { id: other.id } });
    },
  ],
  [
    ...(['makeInvite', 'an invitation'] as const),
    async () => {
      const { params } = await gather(person);
      return () => person.call(api.invites.create, { params });
    },
  ],
  [
    ...(['report', 'a report'] as const),
    async () => () => person.call(api.reports.create, { body: { reportedUser: other.id, reason: 'spam' } }),
  ],
  [
    ...(['profile', 'a change of their profile'] as const),
    async () => () =>
      person.call(api.accounts.update, { params: { id: person.id }, body: { jobTitle: 'Charpentière' } }),
  ],
  ['search', 'a search of messages', async () => () => person.call(api.search.messages, { query: { q: 'plan' } })],
  [
    ...(['mark', 'a reaction'] as const),
    async () => {
      const { _id: id } = await message();
      return () => person.call(api.reactions.add, { params: { id }, body: { reaction: '👍' } });
    },
  ],
  [
    ...(['mark', 'a message that is pinned'] as const),
    async () => {
      const { _id: id } = await message();
      return () => person.call(api.pins.pin, { params: { id } });
    },
  ],
  [
    ...(['mark', 'a thread that they follow'] as const),
    async () => {
      const { _id: id, channelId } = await message();
      await person.ok(api.messages.send, { body: { channelId, threadOf: id, content: 'Réponse.' } });
      return () => person.call(api.threads.follow, { params: { id }, body: { following: true } });
    },
  ],
  ['read', 'the threads that are read', async () => () => person.call(api.threads.read, { body: {} })],
  ['profile', 'their hours', async () => () => person.call(api.availability.followDefault)],
  [
    ...(['profile', 'their absences'] as const),
    async () => () => person.call(api.availability.setAbsences, { body: { absences: [] } }),
  ],
  [
    ...(['profile', 'their quiet'] as const),
    async () => () => person.call(api.availability.setQuiet, { body: { until: null } }),
  ],
  [
    ...(['runSociety', 'another name of their society'] as const),
    async () => {
      const { _id: id } = await found(person, `Société ${person.id.slice(-8)}`);
      return () => person.call(api.societies.update, { params: { id }, body: { name: `Atelier ${id.slice(-8)}` } });
    },
  ],
];

test.each(counted)('the limit « %s » of a person counts %s', async (name, _what, request) => {
  await palabre.services.limits.clear(name, person.id);
  const ask = await request();
  expect((await ask()).status).toBeLessThan(300);
  // Spends all that is left, and more.
  await expect(palabre.services.limits.spend(name, person.id, 1_000_000)).rejects.toMatchObject(until);
  expect((await ask()).status).toBe(429);
});

/** Asks from an address of the net of its own. */
const from = (address: string, by: Client, { method, path }: Endpoint, params: Record<string, string>, body?: object) =>
  by.raw(method, `/api${path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`, {
    ...(body && { body }),
    headers: { 'x-forwarded-for': address },
  });
const token = 'k'.repeat(43);
const zoe = { firstName: 'Zoé', lastName: 'Lambert', password: 'un mot de passe sûr' };

test.each<[LimitName, string, Endpoint, Record<string, string>?, object?]>([
  ['settings', 'the settings of the place', api.settings.shown],
  ['settings', 'the logo of the place', api.settings.logo, { id: newId() }],
  ['providers', 'the providers of its login page', api.socialLogin.providers],
  ['providers', 'who may register', api.registration.shown],
  ['contact', 'the address for help', api.personalData.contact],
  ['inviteCode', 'a wrong code of an invitation', api.invites.accept, { code: 'ZZZZZZZZ' }],
  [
    'inviteCode',
    'a new account with one',
    api.invites.register,
    { code: 'ZZZZZZZZ' },
    { ...zoe, email: 'z@exemple.fr' },
  ],
  ['inviteCode', 'a wrong link of an invitation', api.emailInvites.read, { token }],
  ['inviteCode', 'a wrong link that is accepted', api.emailInvites.accept, { token }],
  ['inviteCode', 'a wrong link of an admission', api.admissions.read, { token }],
  ['register', 'a new account', api.users.register, {}, { ...zoe, email: 'zoe@exemple.fr' }],
  [
    'register',
    'a new account by a code',
    api.invites.register,
    { code: 'ZZZZZZZZ' },
    { ...zoe, email: 'z@exemple.fr' },
  ],
  ['register', 'a new account by a link', api.emailInvites.register, { token }, zoe],
  ['register', 'a new account after an admission', api.admissions.register, { token }, zoe],
  ['askAccount', 'a request for an account', api.admissions.ask, {}, { email: 'zoe@exemple.fr' }],
  [
    'loginAddress',
    'a wrong password of a linked account',
    api.linkedAccounts.link,
    {},
    { email: 'z@exemple.fr', password: 'x' },
  ],
])('the limit « %s » of an address counts %s', async (name, _what, endpoint, params = {}, body) => {
  netsAsked += 1;
  const address = `203.0.113.${netsAsked}`;
  const ask = () => from(address, person, endpoint, params, body);
  expect((await ask()).status).not.toBe(429);
  await expect(palabre.services.limits.spend(name, address, 1_000_000)).rejects.toMatchObject(until);
  expect((await ask()).status).toBe(429);
  expect((await from('198.51.100.1', person, endpoint, params, body)).status).not.toBe(429);
});

test('a request that a limit refuses is told in how many seconds it may come again', async () => {
  const address = '198.51.100.3';
  await expect(palabre.services.limits.spend('settings', address, 1_000_000)).rejects.toMatchObject(until);
  const { status, headers } = await from(address, person, api.settings.shown, {});
  const seconds = Number(headers.get('retry-after'));
  expect([status, seconds >= 1, seconds <= 60]).toEqual([429, true, true]);
});

const [minute, hour, day] = [60, 3_600, 86_400];
/** How often each may be done, and within how many seconds. */
const promised: Record<LimitName, [points: number, seconds: number]> = {
  ...{ loginAccount: [10, 15 * minute], loginAddress: [100, 15 * minute], loginDevice: [10, 15 * minute] },
  ...{ socialLogin: [300, 15 * minute], providers: [600, minute], settings: [6_000, minute], contact: [600, minute] },
  ...{ switchAccount: [60, 15 * minute], mailsOff: [600, minute], push: [120, hour] },
  ...{ codeMinute: [1, minute], codeHour: [5, hour], codeDay: [10, day], codeTries: [30, day], codeTold: [1, day] },
  ...{ codeRequests: [100, 15 * minute], codeAddress: [100, 15 * minute], emailLookup: [20, minute] },
  ...{ profile: [60, hour], askAccount: [60, hour], askAddress: [3, day], register: [60, hour] },
  ...{ inviteCode: [20, 10 * minute], mark: [300, minute], read: [600, minute] },
  ...{ makeWorkspace: [20, hour], makeChannel: [100, hour], makeRole: [100, hour], makeConversation: [100, hour] },
  ...{ makeSociety: [10, hour], joinSociety: [30, hour], runSociety: [120, minute], report: [30, hour] },
  ...{ uploads: [5_000, hour], makeInvite: [100, hour], inviteMails: [200, day], inviteMailsOfWorkspace: [1_000, day] },
  ...{ inviteMailsToAddress: [5, day], search: [240, minute], gifSearch: [90, minute], gifMedia: [900, minute] },
  ...{ export: [5, hour], testMail: [20, hour], backUp: [6, hour], journal: [10, minute] },
};

test('each limit is as much, within as long, as was promised', async () => {
  const limits = another();
  const found = Object.keys(promised).map(async name => {
    const left = await limits.spend(name as LimitName, 'promis');
    const { retryAfter } = await limits.spend(name as LimitName, 'promis', 1_000_000).catch(error => error);
    return [name, [left + 1, retryAfter]] as const;
  });
  expect(Object.fromEntries(await Promise.all(found))).toEqual(promised);
});

test('a limit is spent until the second after its time is over, never before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limits = createLimits(true, pool);
  await limits.spend('settings', 'camille');
  const retryAfter = async () =>
    (await limits.spend('settings', 'camille', 1_000_000).catch(error => error)).retryAfter;
  expect(await retryAfter()).toBe(60);
  const began = Date.now();
  const after = async (ms: number) => {
    vi.setSystemTime(began + ms);
    return retryAfter();
  };
  expect([await after(400), await after(1_000), await after(59_700)]).toEqual([60, 59, 1]);
});

test('the limit of wrong links and codes of an address counts no right one', async () => {
  const address = '198.51.100.2';
  const left = () => palabre.services.limits.spend('inviteCode', address);
  const owner = await palabre.register();
  const team = await gather(owner);
  const { inviteCode: code } = await owner.ok(api.invites.create, { params: team.params });
  const pass = await passOf(palabre);
  const invited = await inviteByMail(palabre, owner, team.id, other.user.email);
  const before = await left();
  const replies = [
    await from(address, palabre.nobody, api.emailInvites.read, { token: invited.token }),
    await from(address, other, api.emailInvites.accept, { token: invited.token }),
    await from(address, palabre.nobody, api.admissions.read, { token: pass }),
    await from(address, palabre.nobody, api.invites.register, { code }, { ...zoe, email: `${newId()}@exemple.fr` }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  expect(await left()).toBe(before - 1);
});

test('limits of frequent actions are counted by each process alone while Redis is away, and are limits all the same', async () => {
  const redis = new Redis('redis://127.0.0.1:1', { lazyConnect: true, enableOfflineQueue: false });
  onTestFinished(() => redis.disconnect());
  const limits = createLimits(true, pool, { redis, namespace: 'x', nodes: () => 1, dropped: () => 0 });
  expect(await limits.spend('journal', 'camille', 9)).toBe(1);
  await limits.check('journal', 'camille');
  await limits.spend('journal', 'camille');
  await expect(limits.check('journal', 'camille')).rejects.toMatchObject(until);
  await expect(limits.spend('journal', 'camille')).rejects.toMatchObject({ ...until, refusal: 'journal' });
  await limits.spend('journal', 'karim');
});

test('rows of limits that are over for an hour are deleted, by one of the limits for all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const cleaning = another();
  expect(vi.getTimerCount(), 'cleanings that are planned').toBe(1);
  const row = (key: string, minutesAgo: number) =>
    pool.query('INSERT INTO limits_spent (key, points, expire) VALUES ($1, 1, $2)', [
      ...[key, Date.now() - minutesAgo * 60_000],
    ]);
  await row('finished', 61);
  await row('just finished', 30);
  const left = async () =>
    (await pool.query(`SELECT key FROM limits_spent WHERE key LIKE '%finished' ORDER BY key`)).rows.map(
      ({ key }) => key,
    );
  vi.advanceTimersByTime(300_000);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await left()).toEqual(['just finished']));
  await cleaning.clear('loginAccount', 'camille');
});

test('a point that is given back can be spent again, and no other is', async () => {
  const limits = another();
  await limits.spend('askAddress', 'zoe', 3);
  await expect(limits.check('askAddress', 'zoe')).rejects.toMatchObject(until);
  await limits.refund('askAddress', 'zoe');
  await limits.check('askAddress', 'zoe');
  expect(await limits.spend('askAddress', 'zoe')).toBe(0);
});

test('RATE_LIMITS=off lifts every limit, and asks neither the database nor Redis', async () => {
  const asked = vi.fn();
  const limits = createLimits(false, { query: asked } as never, { redis: { get: asked } } as never);
  expect(await limits.spend('codeMinute', 'camille', 1_000)).toBe(Number.POSITIVE_INFINITY);
  for (const act of ['check', 'refund', 'clear'] as const) await limits[act]('codeMinute', 'camille');
  expect(asked).not.toHaveBeenCalled();
});
