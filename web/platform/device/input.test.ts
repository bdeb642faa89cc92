// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'])(
  'A person who makes a « %s » is at this device, though the page stops the event; many in a second are one',
  async sign => {
    // The clock is read as the code is loaded.
    vi.resetModules();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { idleMs, onInput } = await import('./input.ts');
    const told = vi.fn();
    const deaf = onInput(told);
    const stopped = (event: Event) => event.stopPropagation();
    document.body.addEventListener(sign, stopped);
    const make = (afterMs: number) => {
      vi.setSystemTime(Date.now() + afterMs);
      document.body.dispatchEvent(new Event(sign, { bubbles: sign !== 'focus' }));
    };
    make(60_000);
    make(999);
    expect([told.mock.calls, idleMs()]).toEqual([[[60_000]], 999]);
    make(1);
    expect(told.mock.calls).toEqual([[60_000], [1_000]]);
    deaf();
    document.body.removeEventListener(sign, stopped);
    make(60_000);
    expect(told).toHaveBeenCalledTimes(2);
  },
);

test('A page that becomes visible again has a person at it, and one that is hidden has not', async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => {
    vi.useRealTimers();
    visibility.mockRestore();
  });
  const { onInput } = await import('./input.ts');
  const told = vi.fn();
  const deaf = onInput(told);
  const become = (state: DocumentVisibilityState) => {
    vi.setSystemTime(Date.now() + 60_000);
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  become('hidden');
  expect(told).not.toHaveBeenCalled();
  become('visible');
  expect(told.mock.calls).toEqual([[120_000]]);
  deaf();
  become('visible');
  expect(told).toHaveBeenCalledOnce();
});
