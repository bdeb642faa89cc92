import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailToken } from '../../features/reading/notifications/mail-link.ts';
import { Client } from '../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { jobsDone } from '../../test/jobs-done.ts';
import { codeSentTo, mailsTo } from '../../test/outbox.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { type MockProvider, startProvider } from '../../test/outside/provider.ts';
import { Browser } from '../../test/people/browser.ts';
import { check, pair } from '../../test/people/codes.ts';
import { inviteByMail, tokenSentTo } from '../../test/people/invited.ts';
import { Visitor } from '../../test/people/visitor.ts';
import { createWorkspace } from '../../test/people/world.ts';
import { LastingKeys } from './lasting-keys.ts';

/** Tests data made under an earlier secret; each server with the next one has a copy of that database. */

const before = 'le secret d’avant, que plus personne ne donne';
const today = 'le secret d’après, que l’opérateur vient de donner';
const password = 'un autre mot de passe sûr';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const gifs = createServer(({ url = '' }, response) => {
  if (!url.startsWith('/v2/')) return void response.end(gif);
  const media = { url: `${gifsAt}/un.gif`, dims: [1, 1] };
  response.end(JSON.stringify({ results: [{ media_formats: { gif: media, tinygif: media } }] }));
});
let gifsAt: string;
let provider: MockProvider;
let first: Palabre;
let outside: Record<string, string>;

/** People, and below them records, made under the earlier secret. */
let camille: Person;
let karim: Person;
let zoe: Person;
/** Karim's pending login, between his password and his session, and the code that he was sent. */
let login: { pending: string; code: string };
let zoes: { address: string; code: string };
let workspaceId: string;
let invited: { email: string; token: string };
let device: string;
let attempt: { browser: Visitor; back: string };
let picture: string;
let link: string;

beforeAll(async () => {
  await new Promise<void>(done => gifs.listen(0, '127.0.0.1', done));
  gifsAt = `http://127.0.0.1:${(gifs.address() as AddressInfo).port}`;
  provider = await startProvider();
  provider.says = { sub: 'ines', email: 'ines@exemple.fr', email_verified: true, given_name: 'Inès' };
  outside = {
    ...{ GOOGLE_CLIENT_ID: 'palabre', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: provider.url },
    ...{ GIF_API_URL: `${gifsAt}/v2`, GIF_API_KEY: 'clé' },
  };
  first = await startPalabre({ env: { ...outside, JWT_SECRET: before } });
  [camille, karim, zoe] = await Promise.all([first.register(), first.register(), first.register()]);

  await sql`UPDATE users SET double_authentification = true, verification = true WHERE id = ${karim.id}`.execute(
    first.services.database.kysely,
  );
  const half = await first.nobody.ok(api.users.login, {
    body: { email: karim.user.email, password: karim.password },
  });
  const pending = half.token === null ? half.pending : '';
  await new Client(first.url, pending).ok(api.otp.sent, { body: pair(karim) });
  login = { pending, code: await codeSentTo(first, karim.user.email) };
  const address = 'zoe.lambert@exemple.fr';
  await zoe.ok(api.addresses.change, { body: { email: address } });
  zoes = { address, code: await codeSentTo(first, address) };

  workspaceId = (await createWorkspace(camille, { title: 'Chantier' })).workspace._id;
  const email = 'yann@exemple.fr';
  invited = { email, token: (await inviteByMail(first, camille, workspaceId, email)).token };
  const home = new Browser(first, '198.51.100.1');
  await home.login(camille);
  device = home.cookies.get('device') ?? '';
  const browser = new Visitor(first);
  attempt = { browser, back: await browser.backFrom() };
  const { results } = await camille.ok(api.gifs.search, { query: { q: 'chat' } });
  picture = results[0]?.media_formats.gif.url ?? '';
  link = `/mails-off/${mailToken(camille.id, first.services.lastingKeys)}`;

  await jobsDone(first, 'mail.send');
  await first.endJobs();
  const passwords = { oldPassword: camille.password, newPassword: password };
  await camille.ok(api.accounts.changePassword, { params: { id: camille.id }, body: passwords });
  await first.stop();
});
afterAll(async () => {
  await provider.stop();
  await new Promise(done => gifs.close(done));
});

/** Starts a server on the data of the first, or on the database at an address. */
const under = async (secrets: Record<string, string>, url?: string): Promise<Palabre> =>
  startPalabre({
    env: {
      ...{ ...outside, ...secrets },
      DATABASE_URL: url ?? (await testDatabase({ like: first.services.env.databaseUrl ?? '' })),
    },
  });
const as = ({ url }: Palabre, { token }: { token: string | null }) => new Client(url, token);
const statusOf = async (palabre: Palabre, path: string, more: RequestInit = {}) =>
  (await fetch(palabre.url + path, more)).status;
const seen = (palabre: Palabre, token: string | null) =>
  statusOf(palabre, picture, { headers: { cookie: `token=${token}` } });
const loggedIn = async (palabre: Palabre) => {
  const answer = await palabre.nobody.ok(api.users.login, { body: { email: camille.user.email, password } });
  return answer.token;
};
const invitedAgain = async (palabre: Palabre, token: string | null) => {
  const body = { emails: [invited.email] };
  await as(palabre, { token }).ok(api.emailInvites.create, { params: { id: workspaceId }, body });
  return tokenSentTo(palabre, invited.email);
};

describe('Under another secret, with the one before it', () => {
  let next: Palabre;
  beforeAll(async () => {
    next = await under({ JWT_SECRET: today, JWT_SECRET_PREVIOUS: before });
  });

  it('sessions go on', async () => {
    expect((await as(next, camille).ok(api.users.me)).user._id).toBe(camille.id);
    await next.connect(camille.token ?? '', camille.id);
  });

  it('codes that were sent open a session and change an address', async () => {
    const answer = await check(as(next, { token: login.pending }), karim, login.code, '2FA');
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    const { user } = await as(next, zoe).ok(api.addresses.confirm, { body: { otp: zoes.code } });
    expect(user.email).toBe(zoes.address);
  });

  it('mails that wait leave', async () => {
    await jobsDone(next, 'mail.send');
    const subjects = (await mailsTo(next.dataDir, camille.user.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Votre mot de passe a été changé depuis votre session']);
  });

  it('a login by a provider that has begun ends in a session', async () => {
    const { to } = await attempt.browser.copy(next).go(attempt.back);
    expect(new URL(to, next.url).searchParams.get('token')).toMatch(/^ey/);
  });

  it('an invitation that is sent again has the same link', async () => {
    expect(await invitedAgain(next, camille.token)).toBe(invited.token);
  });

  it('a browser that is known stays so', async () => {
    const home = new Browser(next, '198.51.100.1');
    home.cookies.set('device', device);
    expect((await home.call(api.users.login, { body: { email: camille.user.email, password } })).status).toBe(200);
    expect(home.told).toEqual([]);
  });

  it('servers that start together keep the same keys, and one whose database was away reads them once it is back', async () => {
    const { database, secrets } = next.services;
    const run = (text: string) => database.pool.query(text);
    const starting = () => new LastingKeys(database, secrets);
    const late = starting();
    await run('ALTER TABLE secret_in_use RENAME TO elsewhere');
    await expect(late.settle()).rejects.toThrow('secret_in_use');
    await run('ALTER TABLE elsewhere RENAME TO secret_in_use; DELETE FROM secret_in_use');
    const kept = await Promise.all([late, starting(), starting()].map(keys => keys.all('gif media')));
    expect(kept).toEqual(Array(3).fill(secrets.keysOf('gif media')));
    expect((await run('SELECT FROM secret_in_use')).rows).toHaveLength(1);
  });

  it('GIFs are shown and links of mails are good, also once the one before is taken away', async () => {
    const token = await loggedIn(next);
    expect([await seen(next, token), await statusOf(next, link, { method: 'POST' })]).toEqual([200, 200]);
    await next.stop();
    const url = next.services.env.databaseUrl ?? '';
    const third = 'le troisième secret de cette base de données';
    const last = await under({ JWT_SECRET: third, JWT_SECRET_PREVIOUS: today }, url);
    expect([await seen(last, token), await statusOf(last, link, { method: 'POST' })]).toEqual([200, 200]);
    await last.stop();
    const alone = await under({ JWT_SECRET: third }, url);
    expect((await as(alone, { token }).call(api.users.me)).status).toBe(401);
    const own = await loggedIn(alone);
    expect([await seen(alone, own), await statusOf(alone, link, { method: 'POST' })]).toEqual([200, 200]);
  });
});

describe.each([
  ['alone', {}],
  ['with another than the one before it', { JWT_SECRET_PREVIOUS: 'un secret qui n’a jamais servi à cette base' }],
])('Under another secret %s', (_how, more) => {
  it('sessions, codes, mails that wait, logins that have begun, GIFs and links of mails are over', async () => {
    const next = await under({ JWT_SECRET: today, ...more });
    expect(await as(next, camille).call(api.users.me)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    await expect(next.connect(camille.token ?? '', camille.id)).rejects.toThrow('unauthorized');
    const answer = await check(as(next, { token: login.pending }), karim, login.code, '2FA');
    expect(answer).toMatchObject({ status: 400, body: { code: 'otp_invalid' } });
    await jobsDone(next, 'mail.send');
    expect(await mailsTo(next.dataDir, camille.user.email)).toEqual([]);
    const { to } = await attempt.browser.copy(next).go(attempt.back);
    expect(Object.fromEntries(new URL(to, next.url).searchParams)).toMatchObject({ error: 'google' });
    const token = await loggedIn(next);
    expect([await seen(next, token), await statusOf(next, link, { method: 'POST' })]).toEqual([404, 404]);
    // The link that was sent is known by its hash; the mail that replaces it has another.
    const read = (of: string) => next.nobody.call(api.emailInvites.read, { params: { token: of } });
    expect((await read(invited.token)).status).toBe(200);
    expect(await invitedAgain(next, token)).not.toBe(invited.token);
  });
});
