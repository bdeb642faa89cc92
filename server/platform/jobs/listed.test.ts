import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { features } from '../../features.ts';
import { startPalabre } from '../../test/harness.ts';
import { alone } from '../processes/cluster.ts';

const server = join(import.meta.dirname, '../..');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('test'))
  .map(path => ({ path, text: readFileSync(join(server, path), 'utf8') }));
const textOf = (wanted: RegExp) =>
  sources
    .filter(({ path }) => wanted.test(path))
    .map(({ text }) => text)
    .join('\n');

it('each feature says what it is in a file of its name, and is listed with the others', () => {
  const said = sources.flatMap(({ path }) => /^features\/(.+\.feature\.ts)$/.exec(path)?.[1] ?? []);
  const listed = [
    ...textOf(/^features\.ts$/).matchAll(/^import \{ \w+ \} from '\.\/features\/(.*\b([\w-]+)\/\2\.feature\.ts)';$/gm),
  ].map(([, path]) => path);
  expect(listed.sort()).toEqual(said.sort());
  expect(new Set(features).size).toBe(said.length);
});

it('each job that the code names, asks for or makes is listed where they begin', async () => {
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:\bname: |jobs\.(?:now|add|addAll)\(\s*)'([a-z]+(?:-[a-z]+)*\.(?!png|webp)[a-zA-Z]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(named).toEqual(expect.arrayContaining(['sessions.purge', 'search.catchUp', 'otp.send']));
  const palabre = await startPalabre();
  const { pool } = palabre.services.database;
  // What a runner begins with, it writes down.
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

it('each job is done at its times, and what makes up for lost ones at each start too', async () => {
  const { services } = await startPalabre();
  const building = { services, cluster: alone, now: () => new Date() };
  const jobs = [services.sessions.job, ...features.flatMap(feature => feature.jobs?.(building) ?? [])];
  const byTheClock = jobs.filter(({ cron }) => cron).map(({ name, cron, atStart }) => [name, cron, atStart ?? false]);
  expect(byTheClock.sort()).toEqual([
    ['accounts.erase', '* * * * *', false],
    ['devices.purge', '29 3 * * *', false],
    ['files.sweep', '17 * * * *', false],
    ['notifications.mails', '* * * * *', false],
    ['notifications.purge', '41 3 * * *', false],
    ['otp.purge', '23 * * * *', false],
    ['personal-data.sweep', '11 * * * *', false],
    ['retention.sweep', '0 * * * *', false],
    ['search.catchUp', '* * * * *', true],
    ['sessions.purge', '* * * * *', false],
  ]);
});
