import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Launched } from '../launch.ts';
import { root } from '../setup.mjs';
import { isRunning, processesIn, start, until, usedDataFolder } from './palabre.ts';

const npmStart = ['npm', 'start'];

/** Checks that server and database end, and leave nothing behind. */
async function endsWhole(running: Launched, server: number, postgres: number): Promise<void> {
  await running.end();
  await until('end of the server', () => !isRunning(server));
  expect(isRunning(postgres)).toBe(false);
  expect(processesIn(running.dataDir)).toEqual([]);
  expect(existsSync(join(running.dataDir, 'lock'))).toBe(false);
}

/** Ends a process after the test, if it still runs. */
function endAfterwards(pid: number): void {
  onTestFinished(async () => {
    if (isRunning(pid)) process.kill(pid, 'SIGTERM');
    await until(`end of ${pid}`, () => !isRunning(pid));
  });
}

const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

test.each(['SIGTERM', 'SIGINT'] as const)(
  'signal %s to `npm start` drains the server, and npm ends after it',
  async signal => {
    const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
    const server = npm.server as number;
    endAfterwards(server);
    expect(server).not.toBe(npm.pid);
    expect(parentOf(server)).toBe(npm.pid);
    const postgres = npm.postgres as number;
    npm.kill(signal);
    await until('end of npm', () => !isRunning(npm.pid));
    // A caller that waits for npm may restart at once: the folder is free.
    expect(isRunning(server)).toBe(false);
    await endsWhole(npm, server, postgres);
    expect(npm.ended).toBe(0);
  },
);

test.each(['SIGHUP', 'SIGKILL'] as const)(
  'signal %s that ends only npm makes the server drain by itself',
  async signal => {
    const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
    const server = npm.server as number;
    endAfterwards(server);
    const postgres = npm.postgres as number;
    npm.kill(signal);
    await endsWhole(npm, server, postgres);
    expect(npm.ended).toBe(signal);
  },
);

test('the server outlives the shell that started npm, and under nohup the closing of the terminal', async () => {
  const shell = start(usedDataFolder(), {}, { command: ['bash', '-c', 'nohup npm start & wait -n'], detached: true });
  await shell.ready();
  const server = shell.server as number;
  endAfterwards(server);
  const npm = parentOf(server);
  expect(npm).not.toBe(shell.pid);

  shell.kill('SIGKILL');
  await until('npm without its shell', () => parentOf(npm) !== shell.pid);
  await stays(shell);
  // As a closing terminal does to its process group.
  process.kill(-shell.pid, 'SIGHUP');
  await until('end of npm', () => !isRunning(npm));
  await stays(shell);
  expect(isRunning(server)).toBe(true);
});

/** Checks that the server answers for longer than it takes to notice the end of a parent. */
async function stays(running: Launched): Promise<void> {
  const end = Date.now() + 2_000;
  // Without the pause, it would take a core from the other tests.
  for (; Date.now() < end; await pause(50)) expect(await running.status('/readyz')).toBe(200);
}

/** Copies the project without the build of the server, with links to the installed packages. */
function unbuilt(): string {
  const project = mkdtempSync(join(tmpdir(), 'palabre-project-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const name of ['package.json', 'package-lock.json', 'tools', 'common', 'server', 'web']) {
    const filter = (path: string) => !/node_modules|server\/dist|dist\.\d/.test(path.slice(root.length));
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
  expect(childrenOf(running.server as number).map(nameOf)).toEqual([expect.stringContaining('postgres')]);
});

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(other => isRunning(other) && parentOf(other) === pid);

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
