import { expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from './command.ts';
import { drainWithin } from './drain.ts';
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
