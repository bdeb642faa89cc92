import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { floors } from '../../../tools/floors.ts';
import { features } from '../../features.ts';
import { flagsOf, Lines } from '../../platform/jobs/lines.ts';
import { alone } from '../../platform/processes/cluster.ts';
import { startPalabre } from '../harness.ts';

const server = join(import.meta.dirname, '../..');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('test'))
  .map(path => ({ path, text: readFileSync(join(server, path), 'utf8') }));
const textOf = (wanted: RegExp) =>
  sources
    .filter(({ path }) => wanted.test(path))
    .map(({ text }) => text)
    .join('\n');

it('each feature has an X.feature.ts, and is listed in features.ts', () => {
  const said = sources.flatMap(({ path }) => /^features\/(.+\.feature\.ts)$/.exec(path)?.[1] ?? []);
  const listed = [
    ...textOf(/^features\.ts$/).matchAll(/^import \{ \w+ \} from '\.\/features\/(.*\b([\w-]+)\/\2\.feature\.ts)';$/gm),
  ].map(([, path]) => path);
  expect(listed.sort()).toEqual(said.sort());
  expect(new Set(features).size).toBe(said.length);
});

it('each feature comes in the order of the floors, after those whose services it uses', () => {
  const text = textOf(/^features\.ts$/);
  const placeOf = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '\.\/features\/(.*)\/[\w-]+\.feature\.ts';$/gm)].map(
      ([, name, path]) => [name, (floors as readonly string[]).indexOf(path ?? '')],
    ),
  );
  const places = [...text.slice(text.indexOf('= [')).matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => placeOf.get(name));
  expect(places).toHaveLength(features.length);
  expect(places).toEqual([...places].sort((a = -1, b = -1) => a - b));
});

it('each job that the code names, enqueues or creates is known to the runner', async () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:\bname: |jobs\.(?:now|add|addAll)\(\s*)'([a-z]+(?:-[a-z]+)*\.(?!png|webp)[a-zA-Z]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(named).toEqual(expect.arrayContaining(['sessions.purge', 'search.catchUp', 'otp.send']));
  const palabre = await startPalabre();
  const { pool } = palabre.services.database;
  // The runner writes its known jobs to a table when it starts.
  const listed = async () =>
    (await pool.query('SELECT identifier FROM graphile_worker._private_tasks')).rows.map(row => row.identifier);
  await vi.waitFor(async () => expect(await listed()).toContain('sessions.purge'));
  const known = await listed();
  expect([...new Set(named)].filter(name => !known.includes(name))).toEqual([]);

  const makers = sources.flatMap(({ text }) =>
    [...text.matchAll(/export (?:const|function) (\w+)[^;]*?\): Job(?:<\w+>)?(?:\[\])? (?:=>|\{)/g)].map(
      ([, maker]) => maker,
    ),
  );
  expect(makers).toContain('catchUp');
  const said = textOf(/\.feature\.ts$/);
  expect(makers.filter(maker => !new RegExp(`[ [.]${maker}\\(`).test(said))).toEqual([]);
});

it('jobs of one name wait for one another across all processes, unless they may run together', async () => {
  const palabre = await startPalabre();
  await palabre.endJobs();
  const { jobs, database } = palabre.services;
  for (const name of ['sessions.purge', 'otp.send']) await jobs.add(name, {}, { key: name });
  const { rows } = await database.pool.query('SELECT key, queue_name FROM graphile_worker.jobs WHERE key IS NOT NULL');
  expect(new Map(rows.map(({ key, queue_name }) => [key, queue_name]))).toEqual(
    new Map([
      ['sessions.purge', 'sessions.purge'],
      ['otp.send', null],
    ]),
  );
});

it('jobs run by the clock, those of a start at each start', async () => {
  const { services } = await startPalabre({ byTheClock: true });
  const { pool } = services.database;
  const jobs = features.flatMap(feature => feature.jobs?.({ services, cluster: alone, now: () => new Date() }) ?? []);
  const scheduled = [services.sessions.job, ...jobs].filter(({ cron }) => cron).map(({ name }) => name);
  const read = async () => [
    (await pool.query('SELECT identifier FROM graphile_worker._private_known_crontabs')).rows.length,
    (await pool.query('SELECT FROM overview')).rows.length,
  ];
  await vi.waitFor(async () => expect(await read()).toEqual([scheduled.length, 1]));
});

it('each job has its schedule, and how many of its name run at once; search.catchUp and overview.count also run at each start', async () => {
  const { services } = await startPalabre({ env: { BACKUP_DIR: join(tmpdir(), 'palabre-listed') } });
  const building = { services, cluster: alone, now: () => new Date() };
  const jobs = [services.sessions.job, ...features.flatMap(feature => feature.jobs?.(building) ?? [])];
  const byTheClock = jobs.filter(({ cron }) => cron).map(({ name, cron, atStart }) => [name, cron, atStart ?? false]);
  expect(byTheClock.sort()).toEqual([
    ['accounts.erase', '* * * * *', false],
    ['addresses.purge', '37 * * * *', false],
    ['admissions.prune', '43 3 * * *', false],
    ['backups.nightly', '30 2 * * *', false],
    ['devices.purge', '29 3 * * *', false],
    ['disconnection.report', '47 4 * * *', false],
    ['emailInvites.prune', '51 3 * * *', false],
    ['files.sweep', '17 * * * *', false],
    ['guests.end', '* * * * *', false],
    ['guests.watch', '23 * * * *', false],
    ['notifications.mails', '* * * * *', false],
    ['notifications.purge', '41 3 * * *', false],
    ['otp.purge', '23 * * * *', false],
    ['overview.count', '37 * * * *', true],
    ['personal-data.sweep', '11 * * * *', false],
    ['push.look', '* * * * *', false],
    ['retention.sweep', '0 * * * *', false],
    ['scheduled.leave', '* * * * *', false],
    ['search.catchUp', '* * * * *', true],
    ['sessions.purge', '* * * * *', false],
    ['threads.tellLeft', '* * * * *', false],
  ]);
  const atOnce = [...jobs, services.mails.job].flatMap(({ name, together }) => (together ? [[name, together]] : []));
  expect(Object.fromEntries(atOnce)).toEqual({
    ...{ 'addresses.send': 2, 'admissions.ask': 2, 'emailInvites.send': 3, 'mail.send': 4, 'notifications.letter': 2 },
    ...{ 'otp.send': 3, 'otp.reached': 2, 'personal-data.export': 2, 'personal-data.export-large': 1, 'push.send': 4 },
  });
});

it('a job of three at once leaves one of them to known people, and all of them once others are done', async () => {
  const events = new EventEmitter();
  const lines = new Lines([{ name: 'codes', together: 3, run: async () => {} }], events as never);
  const flags = (whom: 'known' | 'anyone') => Object.fromEntries(flagsOf('codes', whom).map(flag => [flag, true]));
  const begin = (whom: 'known' | 'anyone') => events.emit('job:start', { job: { flags: flags(whom) } });
  const forbidden: string[][] = [];
  for (const whom of ['anyone', 'anyone', 'known'] as const) {
    begin(whom);
    forbidden.push(await lines.forbidden());
    events.emit('worker:getJob:empty');
  }
  expect(forbidden).toEqual([[], ['codes:unhurried'], ['codes', 'codes:unhurried']]);
  for (let n = 0; n < 2; n += 1) events.emit('job:complete', { job: { flags: flags('anyone') } });
  expect(await lines.forbidden()).toEqual([]);
});
