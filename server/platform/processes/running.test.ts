import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lowerPriority } from './priority.ts';
import { isPostgresOn, parentOf, startOf } from './running.ts';

const isLinux = process.platform === 'linux';

/** Starts a process that does nothing, and ends it with the test. */
function idle(program: string, words: readonly string[], cwd = tmpdir()): ChildProcess & { pid: number } {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child as ChildProcess & { pid: number };
}

it('A process is told from a later one of the same pid by its start, and from none', async () => {
  const own = startOf(process.pid);
  expect(own).toEqual(expect.any(String));
  expect(startOf(process.pid)).toBe(own);
  const child = idle('sleep', ['60']);
  expect(startOf(child.pid)).toEqual(expect.any(String));
  expect(startOf(child.pid)).not.toBe(own);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(startOf(child.pid)).toBeUndefined();
  for (const none of [0, -1, 1.5, Number.NaN]) expect(startOf(none)).toBeUndefined();
});

it.skipIf(!isLinux)('A zombie is no process that runs (skipped beyond Linux)', async () => {
  // The shell becomes a program that never asks how its child ended, and only then does the child end.
  const untilBecome = 'until read -r name < /proc/$$/comm && [ "$name" = sleep ]; do :; done';
  const parent = idle('sh', ['-c', `(${untilBecome}) & echo $!; exec sleep 60`]);
  const [said] = await once(parent.stdout as NodeJS.ReadableStream, 'data');
  const pid = Number(String(said));
  expect(pid).toBeGreaterThan(1);
  await vi.waitFor(() => expect(startOf(pid), 'the start of a zombie').toBeUndefined());
  // It is still listed by the system.
  expect(process.kill(pid, 0)).toBe(true);
});

it.skipIf(!isLinux)('A process has its start and its parent, whatever its name (skipped beyond Linux)', async () => {
  const child = idle(process.execPath, [
    '-e',
    "process.title = 'a) Z 1'; console.log('so'); setInterval(() => {}, 1_000)",
  ]);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  expect([parentOf(child.pid), parentOf(process.pid)]).toEqual([process.pid, process.ppid]);
  expect(startOf(child.pid)).toEqual(expect.any(String));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(parentOf(child.pid)).toBeUndefined();
});

it.skipIf(!isLinux)(
  'PostgreSQL runs on the folder that is its working directory, or that its command names where that may not be read (skipped beyond Linux)',
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'palabre-running-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const words = (...more: string[]) => ['-c', 'sleep 60; true', ...more];
    const inFolder = idle('sh', words(), folder);
    const named = idle('sh', words('-D', folder));
    const set = idle('sh', words('-c', `palabre.folder=${folder}`));
    const other = idle('sh', words(`${folder}.old`, `x${folder}`));
    const found = () => [inFolder, named, set, other].map(({ pid }) => isPostgresOn(pid, folder));
    await vi.waitFor(() => expect(found()).toEqual([true, false, false, false]));
    const { readlinkSync } = fs;
    onTestFinished(() => {
      fs.readlinkSync = readlinkSync;
      syncBuiltinESMExports();
    });
    fs.readlinkSync = (() => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    }) as never;
    syncBuiltinESMExports();
    await vi.waitFor(() => expect(found()).toEqual([false, true, true, false]));
    expect(isPostgresOn(0, folder)).toBe(false);
  },
);

it('The priority of a process is lowered below our own, never raised again, and no failure is met', () => {
  const { pid } = idle('sleep', ['60']);
  const own = getPriority();
  const lowered = (by: number) => {
    lowerPriority(pid, by);
    return getPriority(pid) - own;
  };
  const least = 19 - own;
  expect([lowered(4), lowered(2), lowered(6), lowered(1_000)]).toEqual([4, 4, 6, 1_000].map(by => Math.min(by, least)));
  expect(() => lowerPriority(undefined, 4)).not.toThrow();
  expect(() => lowerPriority(2 ** 22 + 1, 4)).not.toThrow();
  expect(getPriority()).toBe(own);
});
