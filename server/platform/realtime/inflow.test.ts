import { expect, onTestFinished, test, vi } from 'vitest';
import { Inflow } from './inflow.ts';

test('A person is remembered by the limits of frames while a socket of theirs is open, and for as long as they have spent some', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = 0;
  let connect = (_connection: unknown): void => {};
  const engine = { on: (_name: string, listener: typeof connect) => (connect = listener) };
  const inflow = new Inflow(engine as never, true, vi.fn(), () => now);
  onTestFinished(() => inflow.close());
  const closings: (() => void)[] = [];
  const connection = {
    ...{ remoteAddress: '127.0.0.1', once: (_name: string, close: () => void) => closings.push(close), on: () => {} },
    transport: { onPacket: () => {} },
  };
  const minute = (): number => {
    now += 60_000;
    vi.advanceTimersByTime(60_000);
    return inflow.size;
  };
  connect(connection);
  expect(inflow.admit(connection as never, 'karim', 'fr')).toBe(true);
  expect([minute(), minute()]).toEqual([1, 1]);
  for (const close of closings) close();
  expect(minute()).toBe(0);
});
