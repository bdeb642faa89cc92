import fs, { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { startOfDay, usualZone } from '@palabre/common/rules/zones.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { reply } from '../../../test/people/repliers.ts';
import { found } from '../../../test/people/societies.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let backups: string;
let administrator: Person;
let karim: Person;
let channel: { _id: string };

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'palabre-overview-'));
  palabre = await startPalabre({ env: { BACKUP_DIR: backups, BACKUP_KEEP: '2' } });
  [administrator, karim] = [await palabre.register(), await palabre.register({ firstName: 'Karim' })];
  await palabre.makeAdministrator(administrator);
  channel = await (await gather(administrator, karim)).channel('chantier');
});

const db = () => palabre.services.database.kysely;

/** Counts now, although that may just have been done. */
async function countNow() {
  await sql`UPDATE overview SET counted_at = now() - interval '1 hour'`.execute(db());
  await palabre.jobs.now('overview.count');
  await jobsDone(palabre, 'overview.count');
}
const read = () => administrator.ok(api.overview.read);
const counts = async () => (await read()).counts;
const today = () => localTimeOf(Date.now(), usualZone).slice(0, 10);

/** Lists the thirty days of a count; the last is the day of the count. */
function daysUntil(at = ''): string[] {
  const last = localTimeOf(Date.parse(at), usualZone).slice(0, 10);
  return Array.from({ length: 30 }, (_, n) => dayAfter(last, n - 29));
}

/** Stores a message of a day some days ago, as if it had been written then. */
async function wrote(daysAgo: number): Promise<void> {
  const at = new Date(startOfDay(dayAfter(today(), -daysAgo), usualZone) + 3_600_000);
  const hex = at.getTime().toString(16).padStart(12, '0');
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
  await sql`
    WITH placed AS (UPDATE places SET seq = seq + 1 WHERE id = ${channel._id} RETURNING id, seq)
    INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT ${id}, placed.id, placed.seq, placed.seq, ${karim.id}, 'Jadis', ${at} FROM placed`.execute(db());
}

describe('the totals', () => {
  it('are unknown until the first count, and then say what there is', async () => {
    expect(await counts()).toBeNull();
    await countNow();
    const before = await counts();
    expect(before).toMatchObject({ accounts: 2, activeInWeek: 2, activeInMonth: 2, workspaces: 1, societies: 0 });
    await palabre.register();
    const root = await post(karim, channel, 'Bonjour');
    // A reply also shown in the channel is one message.
    await reply(karim, root, 'Et merci', { alsoInPlace: true });
    await talk(karim, administrator);
    await found(karim);
    await sql`INSERT INTO files (id, owner_id, name, type, size, message_id)
      VALUES (${newId()}, ${karim.id}, 'plan.pdf', 'application/pdf', 5, ${root._id})`.execute(db());
    await countNow();
    const after = await counts();
    expect(after).toMatchObject({ accounts: 3, activeInWeek: 3, channels: 2, conversations: 1, societies: 1 });
    expect(after).toMatchObject({ files: (before?.files ?? 0) + 1, bytes: (before?.bytes ?? 0) + 5 });
    expect(after?.days.map(({ day }) => day)).toEqual(daysUntil(after?.at));
    const written = (all = before) => all?.days.reduce((sum, { messages }) => sum + messages, 0) ?? 0;
    expect(written(after)).toBe(written(before) + 2);
    expect(Date.parse(after?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.at ?? ''));
  });

  it('of a Palabre that had no account yet are counted again as soon as somebody reads them', async () => {
    await countNow();
    await sql`UPDATE overview SET counts = jsonb_set(counts, '{accounts}', '0'), counted_at = now()`.execute(db());
    const adding = vi.spyOn(palabre.services.jobs, 'add');
    expect(await counts()).toBeNull();
    // However many read them, one count is made.
    expect(adding.mock.calls).toEqual([['overview.count', {}, { key: 'overview.count' }]]);
    adding.mockRestore();
    await jobsDone(palabre, 'overview.count');
    expect((await counts())?.accounts).toBeGreaterThan(0);
  });

  it('count people who used Palabre within 7 and 30 days, those too who logged out since', async () => {
    const [month, gone, old] = [await palabre.register(), await palabre.register(), await palabre.register()];
    await countNow();
    const before = await counts();
    for (const [{ id }, days] of [
      [month, 8],
      [old, 31],
    ] as const)
      for (const table of ['sessions', 'known_devices'])
        await sql`UPDATE ${sql.table(table)} SET seen_at = now() - make_interval(days => ${days}::int)
          WHERE user_id = ${id}`.execute(db());
    await sql`DELETE FROM sessions WHERE user_id = ${gone.id}`.execute(db());
    await sql`DELETE FROM known_devices WHERE user_id = ${gone.id}`.execute(db());
    await sql`INSERT INTO known_devices (user_id, hash, seen_at) VALUES (${gone.id}, '\\x01', now() - interval '6 days')`.execute(
      db(),
    );
    await countNow();
    const { activeInWeek = 0, activeInMonth = 0 } = before ?? {};
    expect(await counts()).toMatchObject({ activeInWeek: activeInWeek - 2, activeInMonth: activeInMonth - 1 });
  });

  it('count the messages of each day by its time in Paris, and a day that is over only once', async () => {
    const on = async (daysAgo: number) =>
      (await counts())?.days.find(({ day }) => day === dayAfter(today(), -daysAgo))?.messages;
    await sql`DELETE FROM overview_days`.execute(db());
    // A day of long ago is kept, and shown no more.
    await sql`INSERT INTO overview_days (day, messages, is_over) VALUES ('2020-01-01', 7, true)`.execute(db());
    await wrote(3);
    await wrote(3);
    await countNow();
    expect([await on(3), await on(2)]).toEqual([2, 0]);
    const shown = await counts();
    expect(shown?.days.map(({ day }) => day)).toEqual(daysUntil(shown?.at));
    await wrote(3);
    await countNow();
    expect(await on(3)).toBe(2);
  });

  it('are not made again when that was just done, as several starts in a row would, but are where that is yet to come', async () => {
    await countNow();
    const first = await counts();
    await palabre.register();
    const again = async (minutes: number) => {
      await sql`UPDATE overview SET counted_at = now() - make_interval(mins => ${minutes}::int)`.execute(db());
      await palabre.jobs.now('overview.count');
      await jobsDone(palabre, 'overview.count');
      return (await counts())?.accounts;
    };
    const before = first?.accounts ?? 0;
    expect([await again(0), await again(19), await again(21)]).toEqual([before, before, before + 1]);
    // A clock that was set back does not delay a count.
    await palabre.register();
    expect(await again(-60)).toBe(before + 2);
  });
});

describe('the state of the server', () => {
  it('has its version, its disk, and jobs that wait or fail', async () => {
    const { server } = await read();
    expect(server).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), mails: { givenUp: 0 } });
    expect(server.disk?.totalBytes).toBeGreaterThan(server.disk?.freeBytes ?? 0);
    await sql`SELECT graphile_worker.add_job('never.heard', max_attempts := 3)`.execute(db());
    await sql`UPDATE graphile_worker._private_jobs SET attempts = 1, run_at = now() + interval '1 hour' WHERE task_id = (
      SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'never.heard')`.execute(db());
    expect((await read()).server.jobs.failing).toEqual([{ name: 'never.heard', failing: 1, givenUp: 0 }]);
    // One of two mails waits for two hours, the other is given up.
    await sql`SELECT graphile_worker.add_job('mail.send', run_at := now() + interval '1 hour')
      FROM generate_series(1, 2)`.execute(db());
    const mailJobs = sql`task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'mail.send')`;
    await sql`UPDATE graphile_worker._private_jobs AS job SET created_at = now() - interval '2 hours',
      attempts = CASE WHEN id = (SELECT max(id) FROM graphile_worker._private_jobs) THEN max_attempts ELSE 0 END
      WHERE ${mailJobs}`.execute(db());
    const { mails, jobs } = (await read()).server;
    await sql`DELETE FROM graphile_worker._private_jobs WHERE ${mailJobs}`.execute(db());
    expect(mails).toMatchObject({ waiting: 1, givenUp: 1 });
    expect(mails.oldestSeconds).toBeGreaterThanOrEqual(7_200);
    expect(jobs.waiting).toBeGreaterThanOrEqual(2);
    // A kind of which some are given up is listed, though none of it fails any more.
    expect(jobs.failing).toContainEqual({ name: 'mail.send', failing: 0, givenUp: 1 });
  });

  it('has no size of the disk where the system does not tell it', async () => {
    const asking = vi.spyOn(fs, 'statfs').mockRejectedValueOnce(new Error('not here'));
    syncBuiltinESMExports();
    onTestFinished(() => {
      asking.mockRestore();
      syncBuiltinESMExports();
    });
    const sizes = [(await read()).server.disk, (await read()).server.disk];
    expect(sizes).toEqual([null, { freeBytes: expect.any(Number), totalBytes: expect.any(Number) }]);
  });

  it('has the newest nightly backup', async () => {
    expect((await read()).server).toMatchObject({ hasBackups: true, backup: null });
    await writeFile(join(backups, 'palabre-2026-11-25T02h30.tar'), 'x'.repeat(12));
    expect((await read()).server.backup).toMatchObject({ bytes: 12 });
    // A backup deleted while the folder is read leaves the others.
    const gone = join(backups, 'palabre-2026-11-26T02h30.tar');
    await symlink(join(backups, 'gone'), gone);
    expect((await read()).server).toMatchObject({ hasBackups: true, backup: { bytes: 12 } });
    await rm(gone);
  });

  it('has the backup of this night once that is written, which takes the place of the oldest beyond BACKUP_KEEP', async () => {
    for (const [name, daysAgo] of [
      ['palabre-2026-11-23T02h30.tar', 3],
      ['palabre-2026-11-24T02h30.tar', 2],
    ] as const) {
      const at = Date.now() / 1_000 - daysAgo * 86_400;
      await writeFile(join(backups, name), '');
      await utimes(join(backups, name), at, at);
    }
    const before = (await readdir(backups)).sort();
    await writeFile(join(backups, 'palabre-2026-11-25T02h30.tar.17.partial'), 'x');
    await palabre.jobs.now('backups.nightly');
    await jobsDone(palabre, 'backups.nightly');
    const kept = (await readdir(backups)).sort();
    expect(kept).toEqual([...before.slice(-1), expect.stringMatching(/^palabre-.*\.tar$/)]);
    expect((await read()).server.backup?.bytes).toBeGreaterThan(1_000);
  });
});

describe('workspaces by size', () => {
  /** Stores a file of some bytes with a message in a channel. */
  async function attach(person: Person, channelId: string, bytes: number): Promise<void> {
    const { _id } = await post(person, { _id: channelId }, 'Le plan');
    await sql`INSERT INTO files (id, owner_id, name, type, size, message_id)
      VALUES (${newId()}, ${person.id}, 'plan.pdf', 'application/pdf', ${bytes}, ${_id})`.execute(db());
  }
  const list = (query: object = {}) => administrator.ok(api.overview.workspaces, { query });
  const titles = async (query: object = {}) => (await list(query)).workspaces.map(({ workspace }) => workspace.title);

  it('are listed with the files of their channels and threads, the heaviest first, page by page, and found by title', async () => {
    for (const [title, bytes] of [
      ['Léger', 10],
      ['Jumeau', 10],
      ['Élan', 3_000_000_000_000],
      ['Vide', 0],
    ] as const) {
      const { workspace } = await karim.ok(api.workspaces.create, { body: { title } });
      if (bytes > 0) await attach(karim, workspace.welcomeChannel, bytes);
      if (title !== 'Élan') continue;
      const root = await post(karim, { _id: workspace.welcomeChannel }, 'Racine');
      const body = { channelId: workspace.welcomeChannel, content: 'En réponse', threadOf: root._id };
      const { message } = await karim.ok(api.messages.send, { body });
      await sql`INSERT INTO files (id, owner_id, name, type, size, message_id)
        VALUES (${newId()}, ${karim.id}, 'suite.pdf', 'application/pdf', 500, ${message._id})`.execute(db());
      // More than twice the number of rows that one statement counts.
      await sql`INSERT INTO files (id, owner_id, name, type, size, message_id)
        SELECT gen_random_uuid(), ${karim.id}, 'note.txt', 'text/plain', 1, ${message._id}
        FROM generate_series(1, 4100)`.execute(db());
    }
    await countNow();
    const { workspaces } = await list();
    expect(workspaces.slice(0, 2)).toMatchObject([
      { workspace: { title: 'Élan' }, files: 4_102, bytes: 3_000_000_004_600, members: 1 },
      { workspace: { title: 'Léger' }, files: 1, bytes: 10 },
    ]);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ limit: 1, cursor });
      paged.push(...page.workspaces.map(({ workspace }) => workspace.title));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(await titles());
    for (const [search, found] of [
      ['elan', ['Élan']],
      ['rien', []],
      ['léger élan', []],
    ] as const)
      expect([search, await titles({ search })]).toEqual([search, found]);
    // A workspace whose files are gone weighs nothing at the next count.
    await sql`DELETE FROM files WHERE owner_id = ${karim.id}`.execute(db());
    await countNow();
    expect((await list({ search: 'Élan' })).workspaces).toMatchObject([{ files: 0, bytes: 0 }]);
  });

  it('a workspace that was deleted is gone from the list at once', async () => {
    const { workspace } = await karim.ok(api.workspaces.create, { body: { title: 'Éphémère' } });
    await countNow();
    expect(await titles({ search: 'Éphémère' })).toEqual(['Éphémère']);
    await karim.ok(api.workspaces.remove, { params: { id: workspace._id } });
    expect(await titles({ search: 'Éphémère' })).toEqual([]);
  });
});

it('The overview is for administrators alone', async () => {
  for (const endpoint of [api.overview.read, api.overview.workspaces])
    expect((await karim.call(endpoint)).status).toBe(404);
});
