// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import type { OwnAvailability } from '@palabre/common/contract/people/availability.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

vi.hoisted(() => vi.useFakeTimers());
const { keyOf } = await import('../../../platform/server/query.ts');
const { endSession, login } = await import('../../../platform/session/session.ts');
const { setOwnDuty, useOwnDuty, useWatchDuty } = await import('./open/own-duty.ts');
const { watchDuty } = await import('./watch-duty.ts');
const { tellingCaches } = await import('../../../platform/server/query-client.ts');
const { useAlerts } = await import('../../../ui/alerts/alerts.ts');

const hourMs = 3_600_000;
const zone = 'Europe/Paris';
const clock = (hours: number) => localTimeOf(Date.now() + hours * hourMs, zone).slice(11);
const own = (more: Partial<OwnAvailability> = {}): OwnAvailability => ({
  ...{ _id: 'camille', hours: null, source: 'none', zone, absences: [], quietUntil: null, urgentLeft: 3 },
  ...more,
});

let client: QueryClient;
let stop = () => {};

beforeEach(() => {
  localStorage.clear();
  useOwnDuty.setState({ isOff: false });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
});
afterEach(() => stop());

const watch = (known: OwnAvailability) => {
  client.setQueryData(keyOf(api.availability.own), { own: known });
  stop = watchDuty(client, 'camille');
};
const isOff = () => useOwnDuty.getState().isOff;

test('The page knows that its user’s day has ended, and that the next one has begun, as time passes', async () => {
  watch(own({ hours: { zone, holidays: 'none', week: Array(7).fill({ start: clock(-2), end: clock(1) }) } }));
  expect(isOff()).toBe(false);
  await vi.advanceTimersByTimeAsync(hourMs + 60_000);
  expect(isOff()).toBe(true);
  await vi.advanceTimersByTimeAsync(21 * hourMs + 60_000);
  expect(isOff()).toBe(false);
});

test('« Ne pas déranger » holds from its event on until its end', async () => {
  watch(own());
  expect(isOff()).toBe(false);
  const quietUntil = new Date(Date.now() + hourMs).toISOString();
  client.setQueryData(keyOf(api.availability.own), { own: own({ quietUntil }) });
  await vi.advanceTimersByTimeAsync(1);
  expect(isOff()).toBe(true);
  await vi.advanceTimersByTimeAsync(hourMs + 20_000);
  expect(isOff()).toBe(false);
});

test('A rest that the page knows of already holds as soon as it is watched', () => {
  watch(own({ quietUntil: new Date(Date.now() + hourMs).toISOString() }));
  expect(isOff()).toBe(true);
});

test('Hours that could not be read are told by nobody, and change nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', message: 'Non.' }, { status: 403 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const telling = new QueryClient(tellingCaches());
  stop = watchDuty(telling, 'camille');
  await vi.waitFor(() => expect(telling.getQueryState(keyOf(api.availability.own))?.status).toBe('error'));
  expect([isOff(), useAlerts.getState().alerts]).toEqual([false, []]);
});

test('The hours of another account change nothing', () => {
  watch(own({ _id: 'karim', quietUntil: new Date(Date.now() + hourMs).toISOString() }));
  expect(isOff()).toBe(false);
});

test('A page opened while its user is off duty knows it at once, and forgets it with their session', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  login('a.b.c', { _id: 'camille' });
  onTestFinished(() => endSession('logout'));
  setOwnDuty('camille', { untilMs: Date.now() + hourMs });
  useOwnDuty.setState({ isOff: false });
  renderHook(useWatchDuty);
  expect(isOff()).toBe(true);
  endSession('expired');
  expect(isOff()).toBe(false);
  cleanup();
  setOwnDuty('camille', { untilMs: Date.now() - 1 });
  useOwnDuty.setState({ isOff: false });
  login('a.b.c', { _id: 'camille' });
  renderHook(useWatchDuty);
  expect(isOff()).toBe(false);
  cleanup();
  // Nor is a rest that was ended before its time, or somebody else's.
  setOwnDuty('camille', { untilMs: Date.now() + hourMs });
  setOwnDuty('camille', null);
  setOwnDuty('karim', { untilMs: Date.now() + hourMs });
  useOwnDuty.setState({ isOff: false });
  renderHook(useWatchDuty);
  expect(isOff()).toBe(false);
  cleanup();
});

test('The page asks for its user’s hours a moment after it has opened, unless it is left before', async () => {
  const asked: string[] = [];
  const quietUntil = new Date(Date.now() + hourMs).toISOString();
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ own: own({ quietUntil }) });
  });
  login('a.b.c', { _id: 'camille' });
  onTestFinished(() => {
    endSession('logout');
    vi.unstubAllGlobals();
  });
  renderHook(useWatchDuty).unmount();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
  const { unmount } = renderHook(useWatchDuty);
  await vi.advanceTimersByTimeAsync(900);
  expect(asked).toEqual([]);
  await vi.waitFor(() => expect(isOff()).toBe(true));
  expect(asked).toEqual([expect.stringMatching(/availability.own$/)]);
  unmount();
});

test('A page that is left while it fetches what watches the hours never asks for them', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({ own: own() });
  });
  login('a.b.c', { _id: 'camille' });
  onTestFinished(() => {
    endSession('logout');
    vi.unstubAllGlobals();
  });
  const { unmount } = renderHook(useWatchDuty);
  // In one go, so that no awaited answer can come between.
  vi.advanceTimersByTime(5_000);
  unmount();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
});

test('The clock is looked at no more once the watch has stopped', async () => {
  watch(own({ quietUntil: new Date(Date.now() + hourMs).toISOString() }));
  stop();
  useOwnDuty.setState({ isOff: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isOff()).toBe(false);
});
