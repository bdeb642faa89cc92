import { api } from '@palabre/common/contract/index.ts';
import { SignJWT } from 'jose';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../test/client.ts';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { jobsDone } from '../../test/jobs-done.ts';
import { holdLock } from '../../test/locks.ts';
import { Sessions } from './session.ts';

/** Tests whom a well signed token names, and for how long it is kept; `session.test.ts` tests what ends a session. */

const secret = 'a secret of this file, of forty characters';
let palabre: Palabre;
let camille: Person;
let karim: Person;
beforeAll(async () => {
  palabre = await startPalabre({ env: { JWT_SECRET: secret } });
  [camille, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
});

const signed = (claims: Record<string, string>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
const sidOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()).sid;

it('A token names the person of its session, whether that session was read before or not', async () => {
  const { database, secrets, sessions: warm } = palabre.services;
  const [own, other] = [
    await signed({ userId: camille.id, sid: sidOf(camille) }),
    await signed({ userId: karim.id, sid: sidOf(camille) }),
  ];
  const cold = new Sessions(database, secrets);
  expect(await cold.verify(other)).toBeNull();
  expect((await cold.verify(own))?.userId).toBe(camille.id);
  expect(await cold.verify(other)).toBeNull();
  await camille.ok(api.users.me);
  expect(await warm.verify(other)).toBeNull();
  expect((await new Client(palabre.url, other).call(api.users.me)).status).toBe(401);
});

it('A token whose session or person is no id is refused as any other, not as a failure of the server', async () => {
  for (const claims of [
    { userId: camille.id, sid: 'une session' },
    { userId: 'camille', sid: sidOf(camille) },
    { userId: 'camille', sid: 'une session' },
  ]) {
    const { status, body } = await new Client(palabre.url, await signed(claims)).call(api.users.me);
    expect([status, (body as { code?: string }).code]).toEqual([401, 'unauthorized']);
  }
});

it('A session that nobody uses is in memory for a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { database, secrets } = palabre.services;
  const sessions = new Sessions(database, secrets);
  await sessions.verify(camille.token ?? '');
  vi.advanceTimersByTime(20_000);
  await sessions.verify(karim.token ?? '');
  expect(sessions.size).toBe(2);
  vi.advanceTimersByTime(10_000);
  // The other was read less than half a minute ago.
  expect(sessions.size).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect([sessions.size, vi.getTimerCount()]).toEqual([0, 0]);
  // The next one is forgotten too.
  await sessions.verify(camille.token ?? '');
  vi.advanceTimersByTime(30_000);
  expect(sessions.size).toBe(0);
});

it('The sessions that are over are deleted without waiting for one that is being ended', async () => {
  const { pool } = palabre.services.database;
  const [ending, over] = [await camille.elsewhere(), await camille.elsewhere()];
  await pool.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ANY($1::uuid[])`, [
    [ending, over].map(sidOf),
  ]);
  const held = await holdLock(palabre, 'DELETE FROM sessions WHERE id = $1', [sidOf(ending)]);
  onTestFinished(async () => void (await held.query('ROLLBACK')));
  await palabre.jobs.now('sessions.purge');
  await jobsDone(palabre, 'sessions.purge');
  const left = async () =>
    (await pool.query('SELECT id FROM sessions WHERE expires_at < now()')).rows.map(({ id }) => id);
  expect(await left()).toEqual([sidOf(ending)]);
});
