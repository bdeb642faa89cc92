import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from './command.ts';
import { drainWithin } from './drain.ts';
import { type Life, live } from './life.ts';
import { StartError } from './start-error.ts';

it('work is waited for until it ends, however it does, and no longer than it is given', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await drainWithin(5_000, Promise.resolve())).toBe(true);
  expect(await drainWithin(5_000, Promise.reject(new Error('cut')))).toBe(true);
  // Nothing is left that would keep the process alive.
  expect(vi.getTimerCount()).toBe(0);
  const late = vi.fn();
  const waited = drainWithin(5_000, new Promise(() => {})).then(late);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waited;
  expect(late.mock.calls).toEqual([[false]]);
});

it('a command that fails says its sentence alone where it was to be expected, and where not all that there is to know', async () => {
  const said: string[] = [];
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0);
  const { exitCode } = process;
  onTestFinished(() => {
    written.mockRestore();
    process.exitCode = exitCode;
  });
  await runCommand(async () => {});
  expect([said, process.exitCode]).toEqual([[], exitCode]);
  await runCommand(() => Promise.reject(new StartError('DATA_DIR : un dossier.')));
  expect([said.splice(0), process.exitCode]).toEqual([['DATA_DIR : un dossier.\n'], 1]);
  await runCommand(() => Promise.reject(new Error('what is this')));
  expect(said.join('')).toMatch(/^Error: what is this\n +at /);
});

describe('a process that serves', () => {
  /** Runs `main` in such a process, which SIGUSR2 stops; returns how it has ended, and its output. */
  async function run(main: (life: Life) => Promise<void>) {
    const codes: unknown[] = [];
    const said: string[] = [];
    const umask = process.umask();
    const exiting = vi.spyOn(process, 'exit').mockImplementation(((code: unknown) => void codes.push(code)) as never);
    const written = vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0);
    onTestFinished(() => {
      for (const one of [exiting, written]) one.mockRestore();
      process.removeAllListeners('SIGUSR2');
      process.umask(umask);
    });
    await live(main, ['SIGUSR2']);
    return { codes, said, umask: process.umask() };
  }

  it('frees what it holds when a signal stops it, the last first and one after the other, and ends with 0', async () => {
    const freed: string[] = [];
    let release = () => {};
    let life: Life | undefined;
    const { codes, umask } = await run(async own => {
      life = own;
      own.held.add(() => void freed.push('database'));
      own.held.add(async () => {
        await new Promise<void>(resolve => (release = resolve));
        freed.push('requests');
      });
    });
    expect([umask, life?.isStopping, freed]).toEqual([0o077, false, []]);
    process.emit('SIGUSR2');
    // A terminal and npm both pass on one Ctrl+C.
    process.emit('SIGUSR2');
    expect([life?.isStopping, freed, codes]).toEqual([true, [], []]);
    release();
    await vi.waitFor(() => expect([freed, codes]).toEqual([['requests', 'database'], [0]]));
  });

  it('ends at once with 1 when it is asked again half a second later', async () => {
    const { codes } = await run(async ({ held }) => held.add(() => new Promise(() => {})));
    const now = performance.now.bind(performance);
    process.emit('SIGUSR2');
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 501);
    process.emit('SIGUSR2');
    clock.mockRestore();
    expect(codes).toEqual([1]);
  });

  it('that cannot start says why, frees what it holds and ends with 1', async () => {
    const freed = vi.fn();
    const { codes, said } = await run(async ({ held }) => {
      held.add(freed);
      throw new StartError('PORT : le port 3000 est déjà pris.');
    });
    expect([codes, said, freed.mock.calls.length]).toEqual([[1], ['PORT : le port 3000 est déjà pris.\n'], 1]);
  });

  it('is stopped by SIGTERM, SIGINT and SIGHUP; under nohup, not by SIGHUP', async () => {
    const umask = process.umask();
    const signals: unknown[] = [];
    const hearing = vi.spyOn(process, 'on').mockImplementation(((signal: unknown) => {
      signals.push(signal);
      return process;
    }) as never);
    const ignored = vi.spyOn(process, 'listenerCount').mockReturnValue(0);
    onTestFinished(() => {
      for (const one of [hearing, ignored]) one.mockRestore();
      process.umask(umask);
    });
    await live(async () => {});
    expect(signals.splice(0)).toEqual(['SIGTERM', 'SIGINT', 'SIGHUP']);
    ignored.mockReturnValue(1);
    await live(async () => {});
    expect(signals).toEqual(['SIGTERM', 'SIGINT']);
  });
});
