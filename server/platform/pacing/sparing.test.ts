import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSparing } from './sparing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a failure that comes 60,000 times is logged once at once, then once a period with its count', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: line => void lines.push(JSON.parse(line)) });
  const log = createSparing(logger, 1_000);
  for (let i = 0; i < 60_000; i += 1) log('error', 'setStatus failed', { number: i });
  log('warn', 'something else');
  expect(lines.map(({ msg, number }) => [msg, number])).toEqual([
    ['setStatus failed', 0],
    ['something else', undefined],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(2)).toEqual([{ level: 50, msg: 'setStatus failed', again: 59_999, seconds: 1 }]);
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(3);
  log('error', 'setStatus failed');
  expect(lines).toHaveLength(4);
});

it('a message is written once a minute, with the details of its first time alone', () => {
  const warn = vi.fn();
  const log = createSparing({ warn } as never);
  log('warn', 'refused', { by: 'camille' });
  log('warn', 'refused', { by: 'karim' });
  vi.advanceTimersByTime(59_999);
  expect(warn.mock.calls).toEqual([[{ by: 'camille' }, 'refused']]);
  vi.advanceTimersByTime(1);
  expect(warn.mock.calls.slice(1)).toEqual([[{ again: 1, seconds: 60 }, 'refused']]);
  // The line with the count begins a minute of its own.
  log('warn', 'refused');
  vi.advanceTimersByTime(59_999);
  expect(warn).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  expect(warn).toHaveBeenCalledTimes(3);
});
