// @vitest-environment jsdom
import { act, cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenIdle } from '../../platform/device/when-idle.ts';
import { openSkeletons } from '../lists/skeletons.ts';
import { afterPaint } from './after-paint.ts';
import { Awaited, awaiting, useAwaited } from './awaited.ts';
import { ignoreLift, isTouch } from './lift.ts';
import { useOnce } from './once.ts';
import { useIdle } from './useIdle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  useAwaited.setState({ names: [] });
  vi.useRealTimers();
});

test('What is run once at a time runs again once it has finished, or failed, and says that it is under way', async () => {
  let settle: { done: () => void; fail: (cause: Error) => void } | undefined;
  const work = vi.fn((_what: string) => new Promise<void>((done, fail) => (settle = { done, fail })));
  const { result } = renderHook(() => useOnce(work));
  const run = (what: string) => result.current[0](what);
  const isBusy = () => result.current[1];
  let first: Promise<unknown> = Promise.resolve();
  act(() => {
    first = run('a');
    void run('b');
  });
  expect([work.mock.calls, isBusy()]).toEqual([[['a']], true]);
  await act(async () => {
    settle?.done();
    await vi.advanceTimersByTimeAsync(1);
    await first;
  });
  expect(isBusy()).toBe(false);
  act(() => {
    first = run('c').catch((cause: Error) => cause.message);
  });
  await act(async () => {
    settle?.fail(new Error('Non.'));
    await vi.advanceTimersByTimeAsync(1);
  });
  expect([await first, isBusy()]).toEqual(['Non.', false]);
  act(() => void run('d'));
  expect(work.mock.calls).toEqual([['a'], ['c'], ['d']]);
});

test('What is done at once is run once for two clicks in a row, and again for one after that', async () => {
  const work = vi.fn();
  const { result } = renderHook(() => useOnce(work));
  act(() => {
    void result.current[0]('a');
    void result.current[0]('b');
  });
  await act(() => vi.advanceTimersByTimeAsync(1));
  act(() => void result.current[0]('c'));
  expect(work.mock.calls).toEqual([['a'], ['c']]);
});

test('What is to be done after the paint is done after it, unless it is given up before', () => {
  const call = vi.fn();
  afterPaint(call);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(call).toHaveBeenCalledOnce();
  for (const begin of [() => {}, () => vi.advanceTimersToNextFrame()]) {
    const forget = afterPaint(call);
    begin();
    forget();
    vi.advanceTimersByTime(50);
  }
  expect(call).toHaveBeenCalledOnce();
});

test('Parts that are waited for are named, the latest last, each until it is there', () => {
  const names = () => useAwaited.getState().names;
  const forget = awaiting('search');
  const { unmount } = render(<Awaited name="inbox" />);
  const again = awaiting('search');
  expect(names()).toEqual(['search', 'inbox', 'search']);
  again();
  expect(names()).toEqual(['search', 'inbox']);
  unmount();
  expect(names()).toEqual(['search']);
  forget();
  expect(names()).toEqual([]);
});

test('The lift of a finger is ignored until the next press, or for as long as its click may come', () => {
  const heard = vi.fn();
  document.body.addEventListener('click', heard);
  const click = () => document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  ignoreLift();
  // A finger may rest before it is lifted.
  vi.advanceTimersByTime(5_000);
  expect([click(), heard.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(399);
  expect([click(), heard.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([click(), heard.mock.calls.length]).toEqual([true, 1]);
  ignoreLift();
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  expect([click(), heard.mock.calls.length]).toEqual([true, 2]);
  document.body.removeEventListener('click', heard);
});

test('A finger and a pen touch, a mouse and keys do not', () => {
  const of = (pointerType: string) => isTouch(new PointerEvent('pointerdown', { pointerType }));
  expect(['touch', 'pen', 'mouse', ''].map(of)).toEqual([true, true, false, false]);
  expect(isTouch(new KeyboardEvent('keydown'))).toBe(false);
});

test('What nobody waits for begins when the page is idle, after two seconds at most, or in a task where idleness is not told', () => {
  const asked: [() => void, unknown][] = [];
  vi.stubGlobal('requestIdleCallback', (call: () => void, options: unknown) => asked.push([call, options]));
  const { result } = renderHook(useIdle);
  expect([result.current, asked.map(([, options]) => options)]).toEqual([false, [{ timeout: 2_000 }]]);
  act(() => asked[0]?.[0]());
  expect(result.current).toBe(true);
  const call = vi.fn();
  whenIdle(call);
  expect(asked.at(-1)).toEqual([call, undefined]);
  vi.stubGlobal('requestIdleCallback', undefined);
  whenIdle(call);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('Skeletons of a page that opens show a little after its start, and those of later pages after their own delay', () => {
  const delay = () => document.documentElement.style.getPropertyValue('--skeleton-delay');
  const opened = vi.spyOn(performance, 'now').mockReturnValue(60);
  openSkeletons();
  expect(delay()).toBe('90ms');
  vi.advanceTimersByTime(1_999);
  expect(delay()).toBe('90ms');
  vi.advanceTimersByTime(1);
  expect(delay()).toBe('');
  opened.mockReturnValue(400);
  openSkeletons();
  expect(delay()).toBe('0ms');
  vi.runAllTimers();
  opened.mockRestore();
});
