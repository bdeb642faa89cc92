// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Place } from '../../platform/address/place.ts';
import { keyOf } from '../../platform/server/query.ts';
import { emptyTimeline, type Timeline } from '../messages/timeline/open/timeline.ts';
import { forgetPlace, restorePlace, useTimelines } from '../messages/timeline/open/timelines.store.ts';
import { startSaving } from './saved-answers.ts';

const { saveAnswer, forgetAnswer } = vi.hoisted(() => ({
  saveAnswer: vi.fn(async (_name: string, _value: unknown) => true),
  forgetAnswer: vi.fn(async (_name: string) => {}),
}));
vi.mock('../../platform/device/answers-on-device.ts', () => ({
  ...{ saveAnswer, forgetAnswer },
  restoreAnswers: async () => {},
}));

const workspaces = keyOf(api.workspaces.mine, { params: { id: 'camille' } });
const me = keyOf(api.users.me);
/** Time after which all pending answers are saved. */
const writtenMs = 10_000;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  saveAnswer.mockReset().mockResolvedValue(true);
  forgetAnswer.mockClear();
  client = new QueryClient();
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  useTimelines.setState({ places: {} });
});

function show(queryKey: readonly unknown[]): () => void {
  const stop = new QueryObserver(client, { queryKey, queryFn: () => new Promise<never>(() => {}) }).subscribe(() => {});
  onTestFinished(stop);
  return stop;
}
const savedKeys = () => saveAnswer.mock.calls.map(([, value]) => (value as { key: unknown }).key);
const lastSaved = () => saveAnswer.mock.lastCall?.[1];

test('A page that is left saves nothing more on the device, until the browser shows it again', async () => {
  show(workspaces);
  startSaving(client);
  const isSaved = async (...titles: string[]) => {
    const data = { workspaces: titles };
    client.setQueryData(workspaces, data);
    await vi.advanceTimersByTimeAsync(writtenMs);
    return JSON.stringify(lastSaved()) === JSON.stringify({ key: workspaces, data });
  };
  expect(await isSaved('atelier')).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(await isSaved('atelier', 'rivière')).toBe(false);
  window.dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(0);
  // Answers that had come when it was left are saved at once.
  expect(lastSaved()).toEqual({ key: workspaces, data: { workspaces: ['atelier', 'rivière'] } });
  expect(await isSaved('rivière')).toBe(true);
});

test('Lists of members are saved by their first page alone, and counts never', async () => {
  const membersOf = (query: { search?: string; roleId?: string; offset?: number }) =>
    keyOf(api.members.list, { params: { id: 'atelier' }, query: { channelId: 'general', limit: 100, ...query } });
  const first = membersOf({});
  const keys = [first, membersOf({ search: 'ka' }), membersOf({ roleId: 'r' }), membersOf({ offset: 100 })];
  for (const key of [...keys, keyOf(api.unread.list)]) {
    client.setQueryData(key, { users: [] });
    show(key);
  }
  startSaving(client);
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(savedKeys()).toEqual([first]);
});

test('An answer is saved while it is shown, and leaves the device once it is removed', async () => {
  startSaving(client);
  const leave = show(me);
  client.setQueryData(me, { user: 'Camille' });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(lastSaved()).toEqual({ key: me, data: { user: 'Camille' } });
  leave();
  client.setQueryData(me, { user: 'Karim' });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect([saveAnswer.mock.calls.length, forgetAnswer.mock.calls]).toEqual([1, []]);
  client.removeQueries({ queryKey: me });
  await vi.advanceTimersByTimeAsync(1);
  expect(forgetAnswer.mock.calls).toEqual([[`q${JSON.stringify(me)}`]]);
});

test('An answer that came before it is shown is saved once it is, and so are those there from the start', async () => {
  // A page of its own, which no earlier page observes.
  vi.resetModules();
  const places = await import('../messages/timeline/open/timelines.store.ts');
  const page = await import('./saved-answers.ts');
  const about = keyOf(api.workspaces.one, { params: { id: 'atelier' } });
  client.setQueryData(about, { workspace: 'Atelier' });
  show(about);
  places.restorePlace({ channelId: 'general' }, { ...emptyTimeline, loaded: true, to: 12 });
  page.startSaving(client);
  client.setQueryData(me, { user: 'Camille' });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(saveAnswer.mock.calls.map(([name]) => name).sort()).toEqual(['pgeneral', `q${JSON.stringify(about)}`]);
  expect(saveAnswer.mock.calls.find(([name]) => name === 'pgeneral')?.[1]).toMatchObject({ timeline: { to: 12 } });
  show(me);
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(lastSaved()).toEqual({ key: me, data: { user: 'Camille' } });
});

test('The list of workspaces is saved at once, other answers in a while or as the page is hidden', async () => {
  startSaving(client);
  show(me);
  client.setQueryData(me, {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(savedKeys()).toEqual([]);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(savedKeys()).toEqual([me]);
  show(workspaces);
  client.setQueryData(workspaces, { workspaces: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect(savedKeys()).toEqual([me, workspaces]);
});

test('A place is saved with its messages, up to 200; a thread never is, and a place that is forgotten leaves', async () => {
  startSaving(client);
  const keep = (place: Place, count: number, more: Partial<Timeline> = {}) => {
    const messages = Array.from({ length: count }, (_, n) => ({ _id: `m${n}` })) as never;
    restorePlace(place, { ...emptyTimeline, messages, loaded: true, seq: 9, ...more });
  };
  const window = { from: 3, prevCursor: 'before', nextCursor: 'after' };
  keep({ channelId: 'general' }, 200, window);
  keep({ conversationId: 'midi' }, 201);
  keep({ threadId: 'm1' }, 1);
  keep({ channelId: 'quai' }, 0, { loaded: false });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect([...new Set(saveAnswer.mock.calls.map(([name]) => name))]).toEqual(['pgeneral']);
  const timeline = { ...window, messages: expect.objectContaining({ length: 200 }), seq: 9, to: null };
  expect(lastSaved()).toEqual({ place: { channelId: 'general' }, timeline });
  forgetPlace('general');
  await vi.advanceTimersByTimeAsync(1);
  expect(forgetAnswer).toHaveBeenCalledWith('pgeneral');
});

test('An answer that the device did not save in time is saved later, until the device has failed too often', async () => {
  show(me);
  startSaving(client);
  saveAnswer.mockResolvedValueOnce(false);
  client.setQueryData(me, { user: 'Camille' });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(savedKeys()).toEqual([me, me]);
  saveAnswer.mockReset().mockResolvedValue(false);
  client.setQueryData(me, { user: 'Karim' });
  await vi.advanceTimersByTimeAsync(100 * writtenMs);
  expect(saveAnswer).toHaveBeenCalledTimes(51);
  // One that is saved begins the count anew.
  saveAnswer.mockReset().mockResolvedValue(false).mockResolvedValueOnce(true);
  for (const name of ['Léonie', 'Yann']) {
    client.setQueryData(me, { user: name });
    await vi.advanceTimersByTimeAsync(100 * writtenMs);
  }
  expect(saveAnswer).toHaveBeenCalledTimes(1 + 51);
});

test('What a page shows first is saved: its person, their places, and what a workspace is made of', async () => {
  const inAtelier = { params: { id: 'atelier' } };
  const ofCamille = { params: { id: 'camille' } };
  const keys = [
    ...[me, workspaces, keyOf(api.conversations.list, ofCamille), keyOf(api.workspaces.one, inAtelier)],
    ...[keyOf(api.channels.ofWorkspace, inAtelier), keyOf(api.roles.list, inAtelier), keyOf(api.roles.mine, inAtelier)],
  ];
  startSaving(client);
  for (const key of [...keys, keyOf(api.notifications.list)]) {
    show(key);
    client.setQueryData(key, {});
  }
  await vi.advanceTimersByTimeAsync(writtenMs);
  const names = (all: readonly unknown[]) => all.map(key => JSON.stringify(key)).sort();
  expect(names(savedKeys())).toEqual(names(keys));
});

test('Answers are saved once each, though a hidden page saves what an earlier write has not reached yet', async () => {
  startSaving(client);
  let end = () => {};
  saveAnswer.mockImplementationOnce(() => new Promise(done => (end = () => done(true))));
  const about = keyOf(api.workspaces.one, { params: { id: 'atelier' } });
  for (const key of [me, about]) {
    show(key);
    client.setQueryData(key, {});
  }
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => hidden.mockRestore());
  const hide = () => document.dispatchEvent(new Event('visibilitychange'));
  hide();
  expect(savedKeys()).toEqual([me]);
  hide();
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(savedKeys()).toEqual([me, about]);
});

test('An answer that could not be taken off the device is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  startSaving(client);
  show(me)();
  client.setQueryData(me, {});
  forgetAnswer.mockRejectedValueOnce(new Error('the database is closed'));
  client.removeQueries({ queryKey: me });
  await vi.advanceTimersByTimeAsync(writtenMs);
  expect(logged.mock.calls.map(([what]) => what)).toEqual(['What is shown is not kept on this device']);
});
