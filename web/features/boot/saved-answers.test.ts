// @vitest-environment jsdom
import { api } from '@palabre/common/contract/index.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { keyOf, restoredAt } from '../../platform/server/query.ts';
import { login } from '../../platform/session/session.ts';
import { askPlace } from '../messages/timeline/open/ask-place.ts';
import { emptyTimeline } from '../messages/timeline/open/timeline.ts';
import { placeStateOf, restorePlace, useTimelines } from '../messages/timeline/open/timelines.store.ts';
import type { Boot } from './boot.queries.ts';
import { forgetLost, restoreSaved } from './saved-answers.ts';

const { forgetAnswer, saved } = vi.hoisted(() => ({
  forgetAnswer: vi.fn(async (_name: string) => {}),
  saved: new Map<string, unknown>(),
}));
vi.mock('../../platform/device/answers-on-device.ts', () => ({
  forgetAnswer,
  restoreAnswers: async (take: (name: string, value: unknown) => void) => {
    for (const [name, value] of saved) take(name, value);
  },
}));

const mine = keyOf(api.workspaces.mine, { params: { id: 'camille' } });
const rolesOf = (id: string) => keyOf(api.roles.list, { params: { id } });
const told = (workspaces: string[], channels: [string, string][]) =>
  ({
    me: { user: { _id: 'camille' } },
    workspaces: { workspaces: workspaces.map(_id => ({ _id })) },
    channels: { channels: channels.map(([_id, workspaceId]) => ({ _id, workspaceId })) },
  }) as Boot;
const forgotten = () => forgetAnswer.mock.calls.map(([name]) => name);
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  forgetAnswer.mockClear();
  saved.clear();
});
afterEach(() => useTimelines.setState({ places: {} }));

test('The saved members of a channel that the user may no longer see are forgotten at the first answer, others kept', () => {
  const membersOf = (channelId: string) =>
    keyOf(api.members.list, { params: { id: 'atelier' }, query: { channelId, limit: 100 } });
  const nobody = { users: [], online: 0, total: 0 };
  const everybody = keyOf(api.members.list, { params: { id: 'atelier' }, query: { limit: 100 } });
  client.setQueryData(everybody, nobody, { updatedAt: restoredAt });
  for (const id of ['general', 'direction']) client.setQueryData(membersOf(id), nobody, { updatedAt: restoredAt });
  forgetLost(client, told(['atelier'], [['general', 'atelier']]));
  expect(client.getQueryData(membersOf('direction'))).toBeUndefined();
  expect(client.getQueryData(membersOf('general'))).toBe(nobody);
  expect(client.getQueryData(everybody)).toBe(nobody);
  expect(forgotten()).toEqual([`q${JSON.stringify(membersOf('direction'))}`]);
});

test('Saved answers fill the caches that have none, as older than any of the server', async () => {
  const timeline = { messages: [], from: 4, to: null, prevCursor: null, nextCursor: null, seq: 7 };
  saved.set('q1', { key: mine, data: 'saved' });
  saved.set('q2', { key: rolesOf('atelier'), data: 'saved' });
  saved.set('pgeneral', { place: { channelId: 'general' }, timeline });
  saved.set('pmidi', { place: { conversationId: 'midi' }, timeline: { ...timeline, to: 12 } });
  client.setQueryData(rolesOf('atelier'), 'new');
  await restoreSaved(client);
  expect([client.getQueryData(mine), client.getQueryState(mine)?.dataUpdatedAt]).toEqual(['saved', restoredAt]);
  expect(client.getQueryData(rolesOf('atelier'))).toBe('new');
  const restored = (place: Parameters<typeof placeStateOf>[0]) => placeStateOf(place)?.timeline;
  expect(restored({ channelId: 'general' })).toMatchObject({ loaded: true, from: 4, to: Infinity, seq: 7, seen: 7 });
  expect(restored({ conversationId: 'midi' })).toMatchObject({ to: 12 });
});

test('The first answer takes the place of the saved list of workspaces, and of a workspace left nothing stays', () => {
  client.setQueryData(mine, { workspaces: [] }, { updatedAt: restoredAt });
  for (const id of ['atelier', 'port']) client.setQueryData(rolesOf(id), { roles: [] }, { updatedAt: restoredAt });
  const first = told(['atelier'], [['general', 'atelier']]);
  forgetLost(client, first);
  expect(client.getQueryData(mine)).toEqual(first.workspaces);
  expect([client.getQueryData(rolesOf('port')), client.getQueryData(rolesOf('atelier'))]).toEqual([
    ...[undefined, { roles: [] }],
  ]);
  expect(forgotten()).toEqual([`q${JSON.stringify(rolesOf('port'))}`]);
  client.setQueryData(mine, { workspaces: [] });
  forgetLost(client, first);
  expect(client.getQueryData(mine)).toEqual({ workspaces: [] });
});

test('The saved messages of a channel that was left are forgotten, once all channels are told', () => {
  const places = [{ channelId: 'general' }, { channelId: 'direction' }, { conversationId: 'midi' }];
  for (const place of places) restorePlace(place, { ...emptyTimeline, loaded: true });
  const there = () => places.map(place => placeStateOf(place) !== undefined);
  // The channels of « port » may have been left out of the answer: « direction » may be one of them.
  forgetLost(client, told(['atelier', 'port'], [['general', 'atelier']]));
  expect([there(), forgotten()]).toEqual([[true, true, true], []]);
  forgetLost(client, told(['atelier'], [['general', 'atelier']]));
  expect([there(), forgotten()]).toEqual([[true, false, true], ['pdirection']]);
});

test('What is on screen of a workspace or a channel that was left stays until its page leaves it, and goes from the device', () => {
  const port = rolesOf('port');
  const direction = keyOf(api.members.list, {
    params: { id: 'atelier' },
    query: { channelId: 'direction', limit: 100 },
  });
  for (const queryKey of [port, direction]) {
    client.setQueryData(queryKey, {}, { updatedAt: restoredAt });
    const page = new QueryObserver(client, { queryKey, queryFn: () => new Promise<never>(() => {}) });
    onTestFinished(page.subscribe(() => {}));
  }
  forgetLost(client, told(['atelier'], [['general', 'atelier']]));
  expect([port, direction].map(key => client.getQueryData(key))).toEqual([{}, {}]);
  expect(forgotten()).toEqual([port, direction].map(key => `q${JSON.stringify(key)}`));
});

test('A channel that is being asked for is left to say itself that it was lost', () => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}));
  onTestFinished(() => void vi.unstubAllGlobals());
  login('token', { _id: 'camille' });
  askPlace({ channelId: 'direction' });
  forgetLost(client, told(['atelier'], [['general', 'atelier']]));
  expect(placeStateOf({ channelId: 'direction' })).toBeDefined();
  expect(forgotten()).toEqual(['pdirection']);
});
