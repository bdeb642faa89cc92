import { Worker } from 'node:worker_threads';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectionSettings, newId } from '../../../platform/postgres/db.ts';
import type { Hashing } from '../../../platform/sessions/hashing.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { hashAsShipped } from '../../../test/passwords.ts';
import { Browser } from '../../../test/people/browser.ts';

/**
 * Tests that the time of an answer does not tell whether an account exists: the server does the same work for an
 * unknown one. `npm run bench -- answers` measures the time itself.
 */

const queries = vi.spyOn(pg.Client.prototype, 'query');
const toThreads = vi.spyOn(Worker.prototype, 'postMessage');
afterAll(() => void toThreads.mockRestore());
let palabre: Palabre;
let known: Person;
/** Browser in which another person has logged in. */
let elsewhere: Browser;

beforeAll(async () => {
  // Hashes passwords at the cost of production, not of tests.
  hashAsShipped();
  palabre = await startPalabre({ limits: true });
  known = await palabre.register();
  elsewhere = new Browser(palabre, '198.51.100.7');
  await elsewhere.login(await palabre.register());
  // Only the request's own work is counted.
  await palabre.endJobs();
});

/** Reads the algorithm and cost of a hash. */
const costOf = (hash: string) => hash.split('$').slice(1, 4).join(' ');

/** Lists the work of the server before it answers. */
async function workFor(request: () => Promise<unknown>) {
  const db = palabre.services.database.kysely;
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(db);
  const mailed = vi.spyOn(palabre.services.mails, 'send');
  queries.mockClear();
  toThreads.mockClear();
  await request();
  const asked = queries.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  const hashing = toThreads.mock.calls.map(([what]) => what as Hashing).filter(what => 'password' in what);
  const mails = mailed.mock.calls.length;
  mailed.mockRestore();
  const { rows } = await sql<{ name: string }>`SELECT task_identifier AS name FROM graphile_worker.jobs`.execute(db);
  return {
    statements: asked.filter(text => text !== connectionSettings),
    compared: hashing.map(what => ('hash' in what ? costOf(what.hash) : 'made')),
    jobs: rows.map(({ name }) => name),
    mails,
  };
}

interface Account {
  id: string;
  email: string;
}
const nobody = (): Account => ({ id: newId(), email: `${newId()}@exemple.fr` });

describe('the work before an answer does not tell whether an account exists', () => {
  const compared = ['argon2id v=19 m=19456,t=2,p=1'];
  it.each([
    [
      'a login',
      { compared, jobs: [] },
      ({ email }: Account) => palabre.nobody.call(api.users.login, { body: { email, password: 'pas le bon' } }),
    ],
    [
      'a code asked for',
      { compared: [], jobs: ['otp.send'] },
      ({ id, email }: Account) => palabre.nobody.call(api.otp.sent, { body: { p_id: id, p_email: email } }),
    ],
    [
      'an e-mail looked up',
      { compared: [], jobs: [] },
      ({ email }: Account) => palabre.nobody.call(api.users.byEmail, { query: { email } }),
    ],
    [
      'a wrong code',
      { compared: [], jobs: [] },
      ({ id }: Account) =>
        palabre.nobody.call(api.otp.check, { body: { p_id: id, p_otp: '000000', p_option: 'email' } }),
    ],
    [
      'a login in a browser that another account knows',
      { compared, jobs: [] },
      ({ email }: Account) => elsewhere.call(api.users.login, { body: { email, password: 'pas le bon' } }),
    ],
    [
      'a wrong code in such a browser',
      { compared: [], jobs: [] },
      ({ id }: Account) => elsewhere.call(api.otp.check, { body: { p_id: id, p_otp: '000000', p_option: 'email' } }),
    ],
  ] as const)('of %s', async (_what, expected, request) => {
    // Warms up, so that neither request pays for the first run.
    await request(nobody());
    const there = await workFor(() => request({ id: known.id, email: known.user.email }));
    const gone = await workFor(() => request(nobody()));
    expect(there).toMatchObject({ ...expected, mails: 0 });
    expect(there.statements.length).toBeGreaterThan(1);
    expect(gone).toEqual(there);
    expect(await mailsTo(palabre.dataDir, known.user.email)).toEqual([]);
  });

  it('for a code asked for in a browser that another account knows', async () => {
    const [person, gone] = [await palabre.register(), nobody()];
    const ask = ({ id, email }: Account) => elsewhere.call(api.otp.sent, { body: { p_id: id, p_email: email } });
    await ask(nobody());
    const there = await workFor(() => ask({ id: person.id, email: person.user.email }));
    expect(there).toMatchObject({ compared: [], jobs: ['otp.send'], mails: 0 });
    expect(await workFor(() => ask(gone))).toEqual(there);
  });

  it('for the last wrong code of a day, of which an owner is mailed', async () => {
    const [person, gone] = [await palabre.register(), nobody()];
    const tryLast = async ({ id }: Account) => {
      const check = () =>
        palabre.nobody.call(api.otp.check, { body: { p_id: id, p_otp: '000000', p_option: 'email' } });
      for (let n = 1; n < 30; n += 1) expect((await check()).status).toBe(400);
      return workFor(check);
    };
    const there = await tryLast({ id: person.id, email: person.user.email });
    expect(there).toMatchObject({ jobs: ['otp.reached'], mails: 0 });
    expect(await tryLast(gone)).toEqual(there);
  });
});
