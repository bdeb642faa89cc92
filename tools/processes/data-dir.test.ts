import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { systemFolder } from '../../server/platform/postgres/binaries.ts';
import { launchPalabre } from '../launch.ts';
import {
  asPlain,
  asRoot,
  canRunAsPlain,
  dataFolder,
  plain,
  Running,
  start,
  untilReady,
  usedDataFolder,
} from './palabre.ts';
import { said, settle } from './someone.ts';

const run = (...[program = '', ...args]: string[]): boolean => spawnSync(program, args).status === 0;
const rightsOf = (path: string): number => statSync(path).mode & 0o777;
const startIn = (dataDir: string) => start(dataDir).ready();

/** Data folder with one message and a stopped server: tests copy it. */
let settledFolder: string;
let channelId: string;

beforeAll(async () => {
  settledFolder = mkdtempSync(join(tmpdir(), 'palabre-settled-'));
  run('cp', '-a', `${inject('usedDataFolder')}/.`, settledFolder);
  const running = await launchPalabre({ variables: { DATA_DIR: settledFolder } }).ready();
  ({ channelId } = await settle(running.url));
  await running.stop();
});
afterAll(() => rmSync(settledFolder, { recursive: true }));

function settled(parent?: string): string {
  const dataDir = join(dataFolder(parent), 'data');
  run('cp', '-a', settledFolder, dataDir);
  return dataDir;
}

/** Copies that folder, with its database where earlier versions put it: in a system folder, behind a link. */
function settledOutside(parent?: string) {
  const dataDir = settled(parent);
  const home = join(systemFolder, `base-${randomBytes(6).toString('hex')}`);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(home, { recursive: true });
  const [path, outside] = [join(dataDir, 'postgres'), join(home, 'postgres')];
  run('cp', '-a', path, outside);
  rmSync(path, { recursive: true });
  symlinkSync(outside, path);
  return { dataDir, home, path, outside };
}

const isInside = (dataDir: string): boolean =>
  realpathSync(join(dataDir, 'postgres')) === join(realpathSync(dataDir), 'postgres');

test.skipIf(!asRoot).each([
  ['that all may enter', 0o755, 0o755],
  ['that root alone may enter, below another', 0o700, 0o700],
])('a data folder %s holds the database when root starts it, and keeps its permissions', async (_, above, own) => {
  const parent = dataFolder();
  const dataDir = join(parent, 'données de l’équipe');
  mkdirSync(dataDir);
  chmodSync(parent, above);
  chmodSync(dataDir, own);
  const first = await startIn(dataDir);
  const { channelId: place } = await settle(first.url);
  expect([isInside(dataDir), rightsOf(parent), rightsOf(dataDir)]).toEqual([true, above, own]);
  expect(rightsOf(join(dataDir, 'postgres'))).toBe(0o700);
  expect(statSync(`/proc/${first.postgres}`).uid).not.toBe(0);

  // The next start stops the orphan, replays its log, and has all data.
  const orphan = new Running(first.postgres as number);
  first.kill('SIGKILL');
  await first.end();
  expect(orphan.runs).toBe(true);
  const second = await startIn(dataDir);
  await orphan.ended();
  expect(await said(second.url, place)).toEqual(['Bonjour']);
});

test.skipIf(!asRoot)(
  'an orphan PostgreSQL is stopped even where root cannot read its working directory, as in a container',
  async () => {
    const dataDir = usedDataFolder();
    const as = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace'];
    const first = await start(dataDir, {}, { as }).ready();
    const orphan = new Running(first.postgres as number);
    first.kill('SIGKILL');
    await first.end();
    expect(orphan.runs).toBe(true);
    const second = await start(dataDir, {}, { as }).ready();
    await orphan.ended();
    await untilReady(second);
  },
);

test.skipIf(!asRoot)(
  'a copy of a data folder starts beside the original, with another owner or with lost permissions too',
  async () => {
    const dataDir = settled();
    const copies = [dataFolder(), dataFolder(), dataFolder()];
    const [kept = '', given = '', bare = ''] = copies.map(folder => join(folder, 'copie'));
    expect([run('cp', '-a', dataDir, kept), run('cp', '-a', dataDir, given)]).toEqual([true, true]);
    expect(run('chown', '-R', '54321:54321', join(given, 'postgres'))).toBe(true);
    expect([run('cp', '-r', dataDir, bare), run('chmod', '-R', 'a+rX', bare)]).toEqual([true, true]);
    const running = await Promise.all([dataDir, kept, given, bare].map(startIn));
    expect(await Promise.all(running.map(({ url }) => said(url, channelId)))).toEqual(running.map(() => ['Bonjour']));
    expect(statSync(`/proc/${running[2]?.postgres}`).uid).toBe(54_321);
    expect([kept, given, bare].map(isInside)).toEqual([true, true, true]);
  },
);

test.skipIf(!asRoot)(
  'a data folder whose owner cannot be changed stops the start with one line that names DATA_DIR',
  async () => {
    const as = ['setpriv', '--bounding-set', '-chown', '--inh-caps', '-chown'];
    const dataDir = dataFolder();
    const refused = start(dataDir, {}, { as });
    expect(await refused.end()).toBe(1);
    expect(refused.errors).toMatch(/^DATA_DIR : PostgreSQL ne tourne pas en root, [^\n]+ DATABASE_URL\.\n$/);
    expect(refused.errors).toContain(dataDir);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  },
);

test.skipIf(!canRunAsPlain)(
  'a copy owned by a plain account is run by it, and a copy of another owner is refused with one line (skipped when not root, or when it cannot read the project)',
  async () => {
    const dataDir = settled();
    const folder = dataFolder();
    run('cp', '-a', dataDir, join(folder, 'copie'));
    run('chown', `${plain}:${plain}`, folder, join(folder, 'copie'));
    const refused = start(join(folder, 'copie'), { HOME: folder, JWT_SECRET: 'x'.repeat(32) }, { as: asPlain });
    expect(await refused.end()).toBe(1);
    expect(refused.errors).toMatch(/^La base de données \S+ appartient à un autre compte [^\n]+ DATA_DIR\.\n$/);
    run('chown', '-R', `${plain}:${plain}`, folder);
    const running = await start(join(folder, 'copie'), { HOME: folder }, { as: asPlain }).ready();
    expect(await said(running.url, channelId)).toEqual(['Bonjour']);
  },
);

test.skipIf(!asRoot)(
  'a database behind the link of an earlier version is moved inside, also after an interrupted move',
  async () => {
    const cases: { disk?: string; cut?: (made: ReturnType<typeof settledOutside>) => void }[] = [
      // Across disks it is copied, on one disk it is renamed.
      {},
      { disk: '/var/tmp' },
      // Interrupted during the copy.
      {
        cut: ({ path, outside }) => cpSync(join(outside, 'base'), join(`${path}.copying`, 'base'), { recursive: true }),
      },
      // Interrupted after a copy while the original still stands: an earlier version may have written to it since.
      { cut: ({ path }) => mkdirSync(join(`${path}.moving`, 'base'), { recursive: true }) },
      // Interrupted once the copy counts,
      {
        cut: ({ path, outside }) => {
          run('cp', '-a', outside, `${path}.moving`);
          renameSync(outside, `${outside}.old`);
        },
      },
      // and interrupted once the link is gone.
      {
        cut: ({ path, outside, home }) => {
          run('cp', '-a', outside, `${path}.moving`);
          for (const left of [home, path]) rmSync(left, { recursive: true });
        },
      },
    ];
    await Promise.all(
      cases.map(async ({ disk, cut }) => {
        const made = settledOutside(disk);
        cut?.(made);
        const running = await startIn(made.dataDir);
        expect(await said(running.url, channelId)).toEqual(['Bonjour']);
        expect(isInside(made.dataDir)).toBe(true);
        expect(readdirSync(made.dataDir).filter(name => /^postgres\./.test(name))).toEqual([]);
        expect(existsSync(made.home) ? readdirSync(made.home) : ['moved-to']).toEqual(['moved-to']);
      }),
    );
  },
);

test.skipIf(!asRoot)(
  'a copy of such a link stops no database, and the refusal tells where the database went',
  async () => {
    // On one disk: a rename does not disturb the running database.
    const home = join(systemFolder, `base-${randomBytes(6).toString('hex')}`);
    const [dataDir, copy] = [join(home, 'data'), dataFolder()];
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(home, { recursive: true });
    run('cp', '-a', usedDataFolder(), dataDir);
    run('cp', '-a', `${dataDir}/.`, copy);
    rmSync(join(copy, 'postgres'), { recursive: true });
    symlinkSync(join(home, 'postgres'), join(copy, 'postgres'));
    const running = await startIn(dataDir);
    const postgres = new Running(running.postgres as number);
    renameSync(join(dataDir, 'postgres'), join(home, 'postgres'));
    const refused = start(copy);
    expect(await refused.end()).toBe(1);
    expect(refused.errors).toMatch(/^La base de données [^\n]+ d'un autre DATA_DIR, dont le serveur tourne [^\n]+\n$/);
    expect(refused.errors).toContain(`(processus ${running.pid})`);
    expect(postgres.runs).toBe(true);
    await untilReady(running);

    renameSync(join(home, 'postgres'), join(dataDir, 'postgres'));
    writeFileSync(join(home, 'moved-to'), `${join(dataDir, 'postgres')}\n`);
    const told = start(copy);
    expect(await told.end()).toBe(1);
    expect(told.errors).toContain(`elle est dans ${join(dataDir, 'postgres')}`);
  },
);

test.skipIf(!asRoot)(
  'a database stays outside when there is no room, and says so; a link that a person made stays too',
  async () => {
    const { dataDir, outside } = settledOutside();
    const small = dataFolder();
    const mounted = run('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small);
    if (mounted) {
      onTestFinished(() => void run('umount', '-l', small));
      run('cp', '-a', `${dataDir}/.`, small);
      const running = await startIn(small);
      expect(await said(running.url, channelId)).toEqual(['Bonjour']);
      expect(running.output).toContain(`${outside}, hors de DATA_DIR : à copier avec lui`);
      expect(running.errors).toContain('ENOSPC');
      expect(readdirSync(small).filter(name => /^postgres\./.test(name))).toEqual([]);
      await running.stop();
    }
    const elsewhere = join(dataFolder(), 'rapide');
    run('cp', '-a', outside, elsewhere);
    rmSync(join(dataDir, 'postgres'));
    symlinkSync(elsewhere, join(dataDir, 'postgres'));
    const running = await startIn(dataDir);
    expect(running.output).toContain(`${realpathSync(elsewhere)}, hors de DATA_DIR`);
    expect(realpathSync(join(dataDir, 'postgres')).split(sep).at(-1)).toBe('rapide');
  },
);
