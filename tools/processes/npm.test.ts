import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Launched } from '../launch.ts';
import { root } from '../setup.mjs';
import { isRunning, processesIn, start, until, usedDataFolder } from './palabre.ts';

const npmStart = ['npm', 'start'];

/** Fails unless server and database end, with nothing left behind. */
async function endsWhole(running: Launched, server: number, postgres: number): Promise<void> {
  await running.end();
  await until('end of the server', () => !isRunning(server));
  expect(isRunning(postgres)).toBe(false);
  expect(processesIn(running.dataDir)).toEqual([]);
  expect(existsSync(join(running.dataDir, 'lock'))).toBe(false);
}

/** Of what is started here, all that has not ended is ended after the test. */
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

test.each(['SIGTERM', 'SIGINT'] as const)('%s to `npm start` drains the server, and npm ends with it', async signal => {
  const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
  const server = npm.server as number;
  endAfterwards(server);
  expect(server).not.toBe(npm.pid);
  expect(parentOf(server)).toBe(npm.pid);
  const postgres = npm.postgres as number;
  npm.kill(signal);
  await until('end of npm', () => !isRunning(npm.pid));
  // Who waits for npm may start it again at once: the folder is free.
  expect(isRunning(server)).toBe(false);
  await endsWhole(npm, server, postgres);
  expect(npm.ended).toBe(0);
});

test.each(['SIGHUP', 'SIGKILL'] as const)('%s ends npm alone, and the server then drains by itself', async signal => {
  const npm = await start(usedDataFolder(), {}, { command: npmStart }).ready();
  const server = npm.server as number;
  endAfterwards(server);
  const postgres = npm.postgres as number;
  npm.kill(signal);
  await endsWhole(npm, server, postgres);
  expect(npm.ended).toBe(signal);
});

test('who starts npm may end, and under nohup the terminal may close, without the server ending', async () => {
  const shell = start(usedDataFolder(), {}, { command: ['bash', '-c', 'nohup npm start & wait -n'], detached: true });
  await shell.ready();
  const server = shell.server as number;
  endAfterwards(server);
  const npm = parentOf(server);
  expect(npm).not.toBe(shell.pid);

  shell.kill('SIGKILL');
  await until('npm without its shell', () => parentOf(npm) !== shell.pid);
  await stays(shell);
  // What a closing terminal does to all that it started.
  process.kill(-shell.pid, 'SIGHUP');
  await until('end of npm', () => !isRunning(npm));
  await stays(shell);
  expect(isRunning(server)).toBe(true);
});

/** Fails unless the server answers for longer than it takes to notice that a parent is gone. */
async function stays(running: Launched): Promise<void> {
  const end = Date.now() + 2_000;
  // Asked without a pause, it would take a core from the tests beside it.
  for (; Date.now() < end; await pause(50)) expect(await running.status('/readyz')).toBe(200);
}

/** The project without the server's build, where the packages installed here are found. */
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

test('a start that has built the server keeps nothing of the builder beside it', async () => {
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
