// @vitest-environment jsdom
import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { answered } from '../../test/answered.ts';
import { useConnection } from '../server/connection.ts';
import { part, pressed } from './lazy-part.ts';

let healthy: boolean;
let asked: string[];

beforeEach(() => {
  [healthy, asked] = [true, []];
  // A page that was just reloaded does not reload again, which jsdom cannot do.
  sessionStorage.setItem('palabre.reloaded', String(Date.now()));
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('', { status: healthy ? 200 : 503 });
  });
});
afterEach(() => {
  sessionStorage.clear();
  useConnection.setState({ state: 'idle', returning: false });
  vi.unstubAllGlobals();
});

const failed = () => Promise.reject(new TypeError('Failed to fetch'));
const away = (state: 'offline' | 'unreachable' | 'connecting' | 'idle') =>
  useConnection.setState({ state, returning: state === 'connecting' });

test.each(['offline', 'unreachable', 'connecting'] as const)(
  'Code that a press needs fails at once while the page is %s, without a reload of the page',
  async state => {
    away(state);
    // Long enough ago for another reload.
    sessionStorage.setItem('palabre.reloaded', '0');
    const outcome = vi.fn();
    void pressed(failed).catch(outcome);
    // The promise of a page that reloads never settles.
    await vi.waitUntil(() => outcome.mock.calls.length + asked.length > 0, pageWaitTimeoutMs);
    expect([asked, outcome.mock.calls]).toEqual([[], [[new TypeError('Failed to fetch')]]]);
  },
);

test('A part of the page waits for the connection, and is loaded once for all who want it', async () => {
  away('offline');
  healthy = false;
  const load = vi.fn(async () => 'code');
  const wanted = part(load);
  const both = Promise.all([wanted(), wanted()]);
  expect(load).not.toHaveBeenCalled();
  healthy = true;
  away('idle');
  expect(await answered(both)).toEqual(['code', 'code']);
  expect(load).toHaveBeenCalledOnce();
});

test.each(['online', 'poll'] as const)(
  'A part of the page that the server does not send is asked for again at the next sign of a connection: %s',
  async sign => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    healthy = false;
    const load = vi.fn<() => Promise<string>>(failed);
    const loaded = vi.fn();
    void part(load)().then(loaded);
    await vi.advanceTimersByTimeAsync(4_999);
    expect([load.mock.calls.length, asked.length]).toEqual([1, 1]);
    healthy = true;
    load.mockResolvedValue('code');
    if (sign === 'online') window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(sign === 'poll' ? 1 : 0);
    // Nothing else waits for a timer.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(loaded.mock.calls).toEqual([['code']]);
    expect([load.mock.calls.length, asked.length, vi.getTimerCount()]).toEqual([2, 2, 0]);
  },
);

test('A part of the page is loaded while the page connects for the first time, which is no loss', async () => {
  useConnection.setState({ state: 'connecting', returning: false });
  expect(await answered(part(async () => 'code')())).toBe('code');
  expect(asked).toEqual([]);
});

test('A part of the page that could not be loaded is loaded again when it is next wanted', async () => {
  const load = vi.fn<() => Promise<string>>(failed);
  const wanted = part(load);
  const outcome = vi.fn();
  void wanted().catch(outcome);
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce(), pageWaitTimeoutMs);
  load.mockResolvedValue('code');
  expect(await wanted()).toBe('code');
});

test('A part that nobody asked for and that could not be loaded is given up, without a reload of the page', async () => {
  // Long enough ago for another reload.
  sessionStorage.setItem('palabre.reloaded', '0');
  const outcome = vi.fn();
  void part(failed, false)().catch(outcome);
  // The promise of a page that reloads never settles.
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledOnce(), pageWaitTimeoutMs);
});
