import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parentOf } from '../../server/platform/processes/running.ts';
import type { Launched } from '../launch.ts';
import { root } from '../setup.mjs';
import { processesIn, Running, start, until, usedDataFolder } from './palabre.ts';

const npmStart = ['npm', 'start'];

/** Checks that server and database end, and leave nothing behind. */
async function endsWhole(running: Launched, server: Running, postgres: Running): Promise<void> {
  await running.end();
  await server.ended();
  expect(postgres.runs).toBe(false);
  // PostgreSQL does not wait for the process that writes its log, which ends after it.
  await until('end of all of PostgreSQL', () => processesIn(running.dataDir).length === 0);
  expect(existsSync(join(running.dataDir, 'lock'))).toBe(false);
}

/** Finds the server that npm started, and ends it after the test, if it still runs. */
function serverOf(started: Launched): Running {
  const server = new Running(started.server as number);
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.ended();
  });
  return server;
}

const postgresOf = (started: Launched): Running => new Running(started.postgres as number);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'signal %s to `npm start` drains the server, and npm ends after it',
  async signal => {
    const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
    const [server, postgres] = [serverOf(npm), postgresOf(npm)];
    expect(server.pid).not.toBe(npm.pid);
    expect(parentOf(server.pid)).toBe(npm.pid);
    const itself = new Running(npm.pid);
    npm.kill(signal);
    await itself.ended();
    // A caller that waits for npm may restart at once: the folder is free.
    expect(server.runs).toBe(false);
    await endsWhole(npm, server, postgres);
    expect(npm.ended).toBe(0);
  },
);

test.each(['SIGHUP', 'SIGKILL'] as const)(
  'signal %s that ends only npm makes the server drain by itself',
  async signal => {
    const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
    const [server, postgres] = [serverOf(npm), postgresOf(npm)];
    npm.kill(signal);
    await endsWhole(npm, server, postgres);
    expect(npm.ended).toBe(signal);
  },
);

test('the server outlives the shell that started npm, and under nohup the closing of the terminal', async () => {
  const shell = start(usedDataFolder(), {}, { command: ['bash', '-c', 'nohup npm start & wait -n'], detached: true });
  await shell.ready();
  const server = serverOf(shell);
  const npm = new Running(parentOf(server.pid) as number);
  expect(npm.pid).not.toBe(shell.pid);

  shell.kill('SIGKILL');
  await until('npm without its shell', () => parentOf(npm.pid) !== shell.pid);
  await stays(shell);
  // As a closing terminal does to its process group.
  process.kill(-shell.pid, 'SIGHUP');
  await npm.ended();
  await stays(shell);
  expect(server.runs).toBe(true);
});

/** Checks that the server answers for longer than it takes to notice the end of a parent. */
async function stays(running: Launched): Promise<void> {
  const end = Date.now() + 2_000;
  // Without the pause, it would take a core from the other tests.
  for (; Date.now() < end; await pause(50)) expect(await running.status('/healthz')).toBe(200);
}

/** Copies the project without the build of the server, with links to the installed packages. */
function unbuilt(): string {
  const project = mkdtempSync(join(tmpdir(), 'palabre-project-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const name of ['package.json', 'package-lock.json', 'tools', 'common', 'server', 'web']) {
    const filter = (path: string) => !/node_modules|server\/dist|dist\.(\d|old)/.test(path.slice(root.length));
    cpSync(join(root, name), join(project, name), { recursive: true, filter });
  }
  for (const folder of ['.', 'common', 'server', 'web']) {
    const installed = join(root, folder, 'node_modules');
    if (existsSync(installed)) symlinkSync(installed, join(project, folder, 'node_modules'));
  }
  return project;
}

test('a start that builds the server leaves no process of the builder running', async () => {
  const running = await start(usedDataFolder(), {}, { project: unbuilt() }).ready();
  expect(running.output).toContain('Construction du serveur');
  // The builder was told to end, but may still be there at the first look.
  await expect
    .poll(() => childrenOf(running.server as number).map(nameOf))
    .toEqual([expect.stringContaining('postgres')]);
});

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter(other => other > 0 && parentOf(other) === pid && new Running(other).runs);

/** Returns the name of a process; empty once it has ended. */
function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
  } catch {
    return '';
  }
}
