import { spawn } from 'node:child_process';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataDir, lockHolder } from './data-lock.ts';
import { startOf } from './running.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palabre-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'lock');
const leave = (holder: object) => writeFileSync(path(), JSON.stringify(holder));

test('a second server is refused with a line that names the first, until the first gives the folder back', () => {
  const unlock = lockDataDir(folder);
  expect(lockHolder(folder)?.pid).toBe(process.pid);
  expect(() => lockDataDir(folder)).toThrow(`(processus ${process.pid}) utilise déjà le dossier ${folder}`);
  unlock();
  expect(lockHolder(folder)).toBeUndefined();
  lockDataDir(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('the folder of a first start is made, with a lock that its account alone reads', () => {
  const unlock = lockDataDir(join(folder, 'new', 'data'));
  expect(statSync(join(folder, 'new', 'data', 'lock')).mode & 0o777).toBe(0o600);
  expect(lockHolder(join(folder, 'new', 'data'))).toMatchObject({ pid: process.pid, host: hostname() });
  unlock();
});

test('a process whose start the system did not tell holds the folder as long as its pid is in use', () => {
  leave({ pid: process.ppid, startedAt: '', host: hostname() });
  expect(lockHolder(folder)?.pid).toBe(process.ppid);
  expect(() => lockDataDir(folder)).toThrow(`processus ${process.ppid}`);
});

test('the lock of a process that was killed is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const pid = child.pid as number;
  leave({ pid, startedAt: startOf(pid), host: hostname() });
  expect(() => lockDataDir(folder)).toThrow(`processus ${pid}`);
  child.kill('SIGKILL');
  await new Promise(done => child.once('exit', done));
  lockDataDir(folder)();
});

test('a pid that now belongs to another process does not hold the folder', () => {
  leave({ pid: process.pid, startedAt: 'another time', host: hostname() });
  const unlock = lockDataDir(folder);
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ startedAt: startOf(process.pid) });
  unlock();
});

test('a lock is seen by a command in another locale and time zone, where ps reports start times', () => {
  // Mimics the ps of the system, which writes dates in the given locale and time zone.
  writeFileSync(join(folder, 'ps'), '#!/bin/sh\necho "le jour dit, $LC_ALL $LANG $TZ"\n', { mode: 0o755 });
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  vi.stubEnv('PATH', folder);
  vi.stubEnv('LANG', 'fr_FR.UTF-8');
  vi.stubEnv('TZ', 'Europe/Paris');
  try {
    const unlock = lockDataDir(folder);
    vi.stubEnv('LANG', 'C');
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(startOf(process.pid)).toMatch(/^le jour dit, /);
    expect(lockHolder(folder)?.pid).toBe(process.pid);
    unlock();
  } finally {
    vi.unstubAllEnvs();
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

test('a server in another container holds the folder as long as its heartbeat goes on', () => {
  leave({ pid: 1, startedAt: 'x', host: 'another-container' });
  // Heartbeat times by the clock of this process.
  const [now, lately, longAgo] = [0, 15_000, 20_001].map(ms => new Date(Date.now() - ms)) as [Date, Date, Date];
  // A beat may be late, or be missed.
  for (const beat of [now, lately]) {
    utimesSync(path(), beat, beat);
    expect(() => lockDataDir(folder)).toThrow('machine another-container');
  }
  utimesSync(path(), longAgo, longAgo);
  lockDataDir(folder)();
});

test('a server tells every five seconds that it holds its folder, for those that cannot see its process', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const unlock = lockDataDir(folder);
  onTestFinished(unlock);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path(), longAgo, longAgo);
  vi.advanceTimersByTime(5_000);
  expect(statSync(path()).mtimeMs).toBeGreaterThan(longAgo.getTime() + 30_000);
});

test('a server that gives its folder back leaves the lock of another that has taken it over', () => {
  const unlock = lockDataDir(folder);
  leave({ pid: 1, startedAt: 'x', host: 'another-container' });
  unlock();
  expect(readdirSync(folder)).toEqual(['lock']);
  expect(readFileSync(path(), 'utf8')).toContain('another-container');
});

test('a stale lock that another server has just taken over stays its own', () => {
  const other = { pid: process.ppid, startedAt: startOf(process.ppid), host: hostname() };
  leave({ pid: process.pid, startedAt: 'another time', host: hostname() });
  const { renameSync } = fs;
  onTestFinished(() => {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  });
  fs.renameSync = (...names) => {
    // The other server takes it over between the look at the lock and its removal.
    leave(other);
    renameSync(...names);
  };
  syncBuiltinESMExports();
  expect(() => lockDataDir(folder)).toThrow(`processus ${process.ppid}`);
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual(other);
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a half-written lock is taken over', () => {
  writeFileSync(path(), '{"pid":');
  const { linkSync } = fs;
  onTestFinished(() => {
    fs.linkSync = linkSync;
    syncBuiltinESMExports();
  });
  let tries = 0;
  fs.linkSync = (...names) => {
    tries += 1;
    // A lock that is left there would be tried for ever.
    if (tries > 3) throw new Error('the lock is tried again and again');
    linkSync(...names);
  };
  syncBuiltinESMExports();
  const unlock = lockDataDir(folder);
  expect(JSON.parse(readFileSync(path(), 'utf8')).pid).toBe(process.pid);
  unlock();
});

test('an unreadable lock stops the start with one line that names it', () => {
  mkdirSync(path());
  expect(() => lockDataDir(folder)).toThrow(/^Le verrou [^\n]+lock est un dossier : [^\n]+$/);
  expect(readdirSync(folder)).toEqual(['lock']);
  rmSync(path(), { recursive: true });
  symlinkSync('lock', path());
  expect(() => lockDataDir(folder)).toThrow(/^Le verrou [^\n]+lock est illisible \(ELOOP\) : [^\n]+$/);
});

/** Has a function of the file system do something else, until the test has ended. */
function instead<N extends 'linkSync' | 'renameSync'>(name: N, act: (real: (typeof fs)[N]) => (typeof fs)[N]): void {
  const real = fs[name];
  fs[name] = act(real);
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs[name] = real;
    syncBuiltinESMExports();
  });
}

test('a lock that its server removes as it is looked at, or another takes away first, holds nobody up', () => {
  leave({ pid: process.pid, startedAt: 'another time', host: hostname() });
  instead('renameSync', real => (...names) => {
    rmSync(path());
    real(...names);
  });
  lockDataDir(folder)();
  let tries = 0;
  instead('linkSync', real => (...names) => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
    real(...names);
  });
  lockDataDir(folder)();
  expect(tries).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
});

test('a disk on which no lock can be made says so, and keeps nothing of the attempt', () => {
  instead('linkSync', () => () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  });
  expect(() => lockDataDir(folder)).toThrow('EPERM');
  expect(readdirSync(folder)).toEqual([]);
});
