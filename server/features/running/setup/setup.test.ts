import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type StartOptions, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { freePort } from '../../../test/outside/free-port.ts';
import { Mailbox } from '../../../test/outside/mailbox.ts';

/** Starts a Palabre with its first administrator. */
async function begin(options: StartOptions = {}) {
  const palabre = await startPalabre(options);
  const [administrator, karim] = [await palabre.register(), await palabre.register()];
  await palabre.makeAdministrator(administrator);
  return { palabre, administrator, karim };
}

it('The first settings are asked of administrators alone, until they are done or put off, once for the installation', async () => {
  const { palabre, administrator, karim } = await begin();
  // When two administrators put them off at once, one line is logged.
  const held = await holdLock(palabre, `INSERT INTO settings (name, value, version) VALUES ('setup', 'true', 0)`);
  const ending = administrator.ok(api.setup.end);
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  await held.query('COMMIT');
  await ending;
  const ended = async () => (await administrator.ok(api.audit.list, { query: { action: 'setup_ended' } })).entries;
  expect(await ended()).toEqual([]);
  await palabre.services.database.pool.query('DELETE FROM settings');
  await palabre.services.settings.changed();
  const expected = { isDone: false, mails: 'outbox', backup: { place: null, newest: null, isRunning: false } };
  expect((await administrator.ok(api.setup.read)).setup).toEqual(expected);
  for (const endpoint of [api.setup.read, api.setup.end, api.setup.testMail, api.setup.backUp])
    expect((await karim.raw(endpoint.method, `/api${endpoint.path}`, {})).status).toBe(404);
  expect((await administrator.ok(api.setup.end)).setup.isDone).toBe(true);
  await administrator.ok(api.setup.end);
  await palabre.makeAdministrator(karim);
  expect((await karim.ok(api.setup.read)).setup.isDone).toBe(true);
  expect(await ended()).toHaveLength(1);
  // Putting them off is no setting: the version and the history stay.
  expect(await administrator.ok(api.settings.read)).toMatchObject({ version: 0 });
});

it('The test mail is a real one, in the language of who asks, and says how it ended', async () => {
  const { palabre, administrator } = await begin();
  const { email } = administrator.user;
  const headers = { 'accept-language': 'en' };
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  const { body } = await administrator.raw('POST', '/api/admin/setup/mail', { headers, body: {} });
  expect(spending.mock.calls).toContainEqual(['testMail', administrator.id]);
  spending.mockRestore();
  expect(body).toEqual({ result: 'written', to: email, reason: null });
  const mail = (await mailsTo(palabre.dataDir, email)).at(-1);
  expect(mail?.subject).toBe('Test mail');
  expect(mail?.text).toContain(`Back to the settings\n${palabre.services.env.publicUrl}/settings/admin?tab=settings\n`);
  // The mail server's answer is told by its kind, and in its own words as far as they fit.
  const deliver = vi.spyOn(palabre.services.mails, 'deliver');
  const lines = logOf(palabre);
  const endings = {
    ...{ EAUTH: 'login', ENOAUTH: 'login', EOAUTH2: 'login', EENVELOPE: 'address', ETIMEDOUT: 'unreachable' },
    ...{ ESOCKET: 'unreachable', ECONNECTION: 'unreachable', EDNS: 'unreachable', ENOTFOUND: 'unreachable' },
    ...{ ETLS: 'unreachable', ABORT_ERR: 'unreachable', EMESSAGE: 'failed' },
  };
  for (const [code, result] of Object.entries(endings)) {
    deliver.mockRejectedValueOnce(Object.assign(new Error('refused'), { code, response: '5'.repeat(400) }));
    expect(await administrator.ok(api.setup.testMail)).toEqual({ result, to: email, reason: '5'.repeat(300) });
  }
  expect(linesOf(lines, 'the test mail could not leave')).toMatchObject(
    Object.keys(endings).map(code => ({ level: 40, err: { message: 'refused', code } })),
  );
  const mailbox = await new Mailbox().open();
  onTestFinished(() => mailbox.close());
  const there = await begin({ env: { SMTP_URL: mailbox.url } });
  const sent = { result: 'sent', to: there.administrator.user.email, reason: null };
  expect(await there.administrator.ok(api.setup.testMail)).toEqual(sent);
  expect((await mailbox.nth(sent.to, 1)).subject).toBe('E-mail d’essai');
  const away = await begin({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
  expect(await away.administrator.ok(api.setup.testMail)).toMatchObject({
    result: 'unreachable',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect((await away.administrator.ok(api.setup.read)).setup.mails).toBe('smtp');
});

it('The first backup is made at once where those of each night go, once if it is asked for twice; without a place it is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palabre-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const now = () => new Date('2026-11-24T02:30:00Z');
  const { palabre, administrator } = await begin({ env: { BACKUP_DIR: folder, BACKUP_KEEP: '2' }, now });
  const lines = logOf(palabre);
  const { setup } = await administrator.ok(api.setup.backUp);
  expect(setup.backup).toMatchObject({ place: folder, newest: null });
  await vi.waitFor(async () => {
    const { backup } = (await administrator.ok(api.setup.read)).setup;
    expect(backup).toEqual({ place: folder, newest: expect.any(String), isRunning: false });
  });
  const made = 'palabre-2026-11-24T02h30.tar';
  expect(await readdir(folder)).toEqual([made]);
  const written = linesOf(lines, 'backup written');
  expect(written).toMatchObject([{ level: 30, path: join(folder, made), files: 0 }]);
  // The size of the archive's content, without headers and padding.
  const { size } = await stat(join(folder, made));
  expect([Number(written[0]?.bytes) > size / 20, Number(written[0]?.bytes) < size]).toEqual([true, true]);
  // The oldest backups beyond those to keep go, and so do leftovers of interrupted ones, and nothing else.
  for (const [days, name] of ['notes.txt', 'palabre-2026-11-23T02h30.tar', 'palabre-2026-11-22T02h30.tar'].entries()) {
    await writeFile(join(folder, name), '');
    const at = new Date(Date.now() - (days + 1) * 86_400_000);
    await utimes(join(folder, name), at, at);
  }
  const interrupted = 'palabre-2026-11-23T02h30.tar.17.partial';
  await writeFile(join(folder, interrupted), '');
  const kept = ['notes.txt', 'palabre-2026-11-23T02h30.tar', made];
  await palabre.jobs.now('backups.nightly');
  await jobsDone(palabre, 'backups.nightly');
  expect((await readdir(folder)).sort()).toEqual(kept);
  // A leftover that cannot be deleted does not prevent a backup.
  await rm(join(folder, made));
  await mkdir(join(folder, interrupted));
  await palabre.jobs.now('backups.nightly');
  const { pool } = palabre.services.database;
  const failed = 'SELECT FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL';
  await vi.waitUntil(async () => (await readdir(folder)).includes(made) || (await pool.query(failed)).rowCount);
  expect(await readdir(folder)).toContain(made);
  expect(linesOf(lines, 'interrupted backups could not be deleted')).toMatchObject([
    { level: 40, err: { message: expect.stringContaining(interrupted) } },
  ]);
  await jobsDone(palabre, 'backups.nightly');
  await palabre.endJobs();
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  for (const _ of [1, 2]) expect((await administrator.ok(api.setup.backUp)).setup.backup.isRunning).toBe(true);
  const spent = spending.mock.calls.flatMap(([name, whose]) => (name === 'backUp' ? [whose] : []));
  expect(spent).toEqual([administrator.id, administrator.id]);
  spending.mockRestore();
  const { rows } = await palabre.services.database.pool.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'backups.nightly'`,
  );
  expect(rows).toHaveLength(1);
  // A backup that goes while the place is read: the others are told all the same.
  await symlink(join(folder, 'gone'), join(folder, 'palabre-2026-11-25T02h30.tar'));
  const { setup: unread } = await administrator.ok(api.setup.read);
  expect(unread.backup).toMatchObject({ place: folder, newest: expect.any(String) });
  const other = await begin();
  const refused = await other.administrator.call(api.setup.backUp);
  expect([refused.status, refused.body.code]).toEqual([409, 'backups_missing']);
});

it('A place of backups that does not answer holds up neither the first settings nor the overview', async () => {
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  onTestFinished(() => void silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  const { administrator } = await begin({ env: { BACKUP_S3_URL: `s3://cle:secret@127.0.0.1:${port}/sauvegardes` } });
  let isRead = false;
  const reading = Promise.all([administrator.ok(api.setup.read), administrator.ok(api.overview.read)]).finally(() => {
    isRead = true;
  });
  await vi.waitFor(() => expect(isRead, 'both have answered').toBe(true));
  const [{ setup }, { server }] = await reading;
  expect(setup.backup).toMatchObject({ place: `http://127.0.0.1:${port}/sauvegardes`, newest: null });
  expect(server).toMatchObject({ hasBackups: true, backup: null });
});

it('An installation that has administrators when it is upgraded asks nobody', async () => {
  const { palabre, administrator } = await begin();
  const folder = join(import.meta.dirname, '../../../migrations');
  const name = (await readdir(folder)).find(name => name.endsWith('_settings.sql')) ?? expect.fail();
  const migration = await readFile(join(folder, name), 'utf8');
  const insert = migration.slice(migration.indexOf('INSERT'));
  await sql.raw(insert).execute(palabre.services.database.kysely);
  await palabre.services.settings.changed();
  expect((await administrator.ok(api.setup.read)).setup.isDone).toBe(true);
});
