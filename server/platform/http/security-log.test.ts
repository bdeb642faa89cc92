import { api } from '@palabre/common/contract/index.ts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { startPalabre } from '../../test/harness.ts';
import { keepLog } from '../../test/log.ts';
import { gather } from '../../test/people/team.ts';
import { newId } from '../postgres/db.ts';
import { deviceOf } from '../sessions/device.ts';

const palabre = await startPalabre();
const { logger } = palabre.services;
let lines: { level: string; said: unknown; [field: string]: unknown }[] = [];
for (const level of ['info', 'warn'] as const) {
  vi.spyOn(logger, level).mockImplementation((fields: unknown, said?: unknown) => {
    // As operators read it: a field by the name of a secret is told to nobody.
    const { logger: told, lines: written } = keepLog();
    told[level](fields as object, String(said));
    lines.push({ ...written[0], level, said });
  });
}
beforeEach(() => {
  lines = [];
});

const ofAccounts = () => lines.filter(({ said }) => /^(account|session opened)/.test(String(said)));

it('A login is logged with its person, address and device; a failed one too, without what was typed', async () => {
  const person = await palabre.register();
  const from = { address: '127.0.0.1' };
  lines = [];
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const { email } = person.user;
  await palabre.nobody.raw('POST', '/api/user/login', {
    ...{ body: { email, password: person.password }, headers: { 'user-agent': firefox } },
  });
  await vi.waitFor(() => expect(ofAccounts()).toHaveLength(2));
  const device = deviceOf(firefox);
  expect(device).toMatch(/Firefox/);
  expect(ofAccounts()).toMatchObject([
    { level: 'info', said: 'session opened', userId: person.id, byCode: false, ...from },
    { level: 'info', said: 'account', route: 'POST /api/user/login', status: 200, device, ...from },
  ]);
  lines = [];
  const body = { email: person.user.email, password: 'un mot de passe faux' };
  await palabre.nobody.call(api.users.login, { body });
  await vi.waitFor(() => expect(ofAccounts()).toHaveLength(1));
  expect(ofAccounts()[0]).toMatchObject({
    level: 'warn',
    said: 'account: refused',
    status: 401,
    userId: null,
    ...from,
  });
  expect(JSON.stringify(ofAccounts())).not.toMatch(/faux|exemple\.fr/);
});

it('A login that a limit refuses has no line of its own: those would be without number', async () => {
  const limited = await startPalabre({ limits: true });
  const { limits, logger: own } = limited.services;
  const warned = vi.spyOn(own, 'warn').mockImplementation(() => {});
  const login = async () =>
    (await limited.nobody.call(api.users.login, { body: { email: 'personne@exemple.fr', password: 'x' } })).status;
  expect(await login()).toBe(401);
  await limits.spend('loginAddress', '127.0.0.1', await limits.spend('loginAddress', '127.0.0.1'));
  expect(await login()).toBe(429);
  await limited.stop();
  expect(warned.mock.calls.filter(([, said]) => said === 'account: refused')).toHaveLength(1);
});

it('An act on an account is logged with its person', async () => {
  const person = await palabre.register();
  lines = [];
  await person.call(api.accounts.reauthenticate, { body: { password: 'pas le bon' } });
  await person.ok(api.users.logout);
  await vi.waitFor(() => expect(ofAccounts()).toHaveLength(2));
  expect(ofAccounts()).toMatchObject([
    { level: 'warn', route: 'POST /api/user/me/reauthenticate', status: 403, userId: person.id },
    { level: 'info', route: 'POST /api/user/logout', status: 200, userId: person.id },
  ]);
});

it('Refused access is logged with its person and route, the first of its kind in a minute', async () => {
  const [owner, stranger] = [await palabre.register(), await palabre.register()];
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Direction', restricted: true } });
  lines = [];
  for (let time = 0; time < 3; time += 1) await stranger.call(api.members.list, { params: { id: workspace._id } });
  // A page that is not there is no refused access.
  await palabre.nobody.raw('GET', '/nowhere');
  await palabre.nobody.call(api.users.me);
  const refused = () => lines.filter(({ said }) => String(said).startsWith('access refused'));
  await vi.waitFor(() => expect(refused()).toHaveLength(2));
  expect(refused()).toMatchObject([
    { said: 'access refused: not there, or out of sight', userId: stranger.id, address: '127.0.0.1' },
    { said: 'access refused: no session', userId: null, route: 'GET /api/user/me' },
  ]);
});

it('An address is the connection’s own, unless a proxy on this machine names another', async () => {
  const { env, database } = palabre.services;
  const app = await buildApp({ env, database, logger, byTheClock: false });
  onTestFinished(() => app.close());
  const addressFor = async (remoteAddress: string): Promise<unknown> => {
    lines = [];
    const payload = { email: 'personne@exemple.fr', password: 'un mot de passe' };
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.8', forwarded: 'for=198.51.100.9' };
    await app.fastify.inject({ method: 'POST', url: '/api/user/login', remoteAddress, headers, payload });
    await vi.waitFor(() => expect(ofAccounts()).toHaveLength(1));
    return ofAccounts()[0]?.address;
  };
  expect(await addressFor('203.0.113.9')).toBe('203.0.113.9');
  expect(await addressFor('127.0.0.1')).toBe('198.51.100.7');
});

it('Each act by which one says who one is, or changes how, has a line, and so has its refusal', async () => {
  const { users, otp, accounts, linkedAccounts } = api;
  const acts = [
    ...[users.register, users.login, otp.check, otp.resetPassword, accounts.changePassword],
    ...[accounts.reauthenticate, accounts.remove, accounts.endSession, accounts.endOtherSessions],
    ...[linkedAccounts.link, linkedAccounts.unlink, linkedAccounts.token, users.logout],
  ];
  lines = [];
  for (const { method, path } of acts)
    await palabre.nobody.raw(method, `/api${path.replace(/:\w+/g, newId())}`, { body: {} });
  const routes = acts.map(({ method, path }) => `${method} /api${path}`);
  await vi.waitFor(() => expect(ofAccounts().map(({ route }) => route)).toEqual(routes));
});

it('Access that is refused for want of a right is logged as that', async () => {
  const [owner, member] = [await palabre.register(), await palabre.register()];
  const { params } = await gather(owner, member);
  lines = [];
  expect((await member.call(api.workspaces.update, { params, body: { title: 'Autre' } })).status).toBe(403);
  const refused = () => lines.filter(({ said }) => said === 'access refused: no right');
  await vi.waitFor(() => expect(refused()).toHaveLength(1));
  const { method, path } = api.workspaces.update;
  expect(refused()).toMatchObject([{ userId: member.id, route: `${method} /api${path}`, address: '127.0.0.1' }]);
});

it('A login that the server could not judge is neither a success nor a refusal, and has no line of its own', async () => {
  lines = [];
  const away = vi.spyOn(palabre.services.limits, 'spend').mockRejectedValue(new Error('the database is away'));
  onTestFinished(() => away.mockRestore());
  const shown = vi.spyOn(logger, 'error').mockImplementation(() => {});
  onTestFinished(() => shown.mockRestore());
  const body = { email: 'personne@exemple.fr', password: 'un mot de passe' };
  expect((await palabre.nobody.raw('POST', '/api/user/login', { body })).status).toBe(500);
  away.mockRestore();
  // The line of this refusal comes after that of the failure, if it had one.
  expect((await palabre.nobody.call(api.users.login, { body })).status).toBe(401);
  await vi.waitFor(() => expect(ofAccounts().map(({ status }) => status)).toEqual([401]));
});
