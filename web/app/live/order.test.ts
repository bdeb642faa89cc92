import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachePlace, useTimelines } from '../../features/messages/timeline/open/timelines.store.ts';
import { forgetPlaces } from '../../features/messages/timeline/open/timelines.ts';
import type { LiveHandlers } from '../../platform/server/live.ts';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { createDispatcher, type Entry, features } from './live.ts';

// Sounds and desktop notifications are in no cache.
vi.mock('../../features/people/preferences/attention/attention.live.ts', () => ({ attentionLive: {} }));

const [workspaceId, general, plans] = ['atelier', 'général', 'plans'];
const inWorkspace = { params: { id: workspaceId } };

const person = (firstName: string, status: PublicUser['status']): PublicUser => ({
  ...{ _id: firstName, firstName, lastName: '', avatar: null, status, jobTitle: null, jobLocation: null },
  ...{ linkedinProfile: null, githubProfile: null },
});
const [zoe, aline] = [person('Zoé', 'online'), person('Aline', 'offline')];

/** A message of Zoé, edited so that it no longer mentions Camille. */
const edited: Message = {
  ...{ _id: 'm2', content: 'Finalement non.', time: '2026-05-04T08:00:00.000Z', updated: true, sender: zoe },
  ...{ channelId: general, conversationId: null, reactions: [], fileAttachments: [], pinned: false, nonce: null },
  ...{ position: 2, seq: 3 },
};

/** A notification of a mention in the channel « général ». */
const called = (_id: string, position: number, isRead = false) => ({
  ...{ _id, type: 'mention', isRead, content: '', createdAt: edited.time, actor: null },
  link: `/workspaces/${workspaceId}/channels/${general}`,
  about: { channelId: general, conversationId: null, position, isAnswer: false, excerpt: '<@camille>' },
});

/** Camille’s unread state of the channel « général ». */
const unread = (read: number, mentions: number) => ({
  ...{
    channelId: general,
    conversationId: null,
    workspaceId,
    first: { _id: 'm2', position: 2 },
    messages: 0,
    mentions,
  },
  ...{ level: 'all' as const, muted: false, read, seq: 2 },
});

/** Fills the caches of a page with a workspace as Camille has it. */
function filled(): QueryClient {
  const client = new QueryClient();
  const channels = [general, plans].map((_id, position) => ({ _id, workspaceId, title: _id, position, users: [] }));
  const roles = [{ _id: 'lead', workspaceId, name: 'Conduite', users: [] }];
  const put = (key: readonly unknown[], answer: object) => client.setQueryData(key, answer);
  put(keyOf(api.channels.ofWorkspace, inWorkspace), { channels });
  put(keyOf(api.channels.list), { channels });
  for (const channel of channels) {
    const of = { params: { id: channel._id } };
    put(keyOf(api.channels.one, of), { channel });
    put(keyOf(api.channels.users, of), { users: [zoe, aline] });
    put(keyOf(api.pins.ofChannel, of), { messages: [edited], seq: 1 });
    cachePlace({ channelId: channel._id });
  }
  put(keyOf(api.roles.list, inWorkspace), { roles });
  put(keyOf(api.roles.mine, inWorkspace), { roles: [] });
  put(keyOf(api.roles.one, { params: { id: 'lead' } }), { role: roles[0] });
  put(keyOf(api.workspaces.mine, { params: { id: 'camille' } }), { workspaces: [{ _id: workspaceId, owner: [] }] });
  put(keyOf(api.emoji.list, inWorkspace), { emojis: [] });
  put(keyOf(api.members.list, inWorkspace), { users: [zoe, aline], online: 1, total: 2 });
  put(keyOf(api.members.banned, inWorkspace), { users: [aline] });
  put(keyOf(api.unread.list), { unread: [unread(1, 1)], threads: [] });
  put(keyOf(api.notifications.list, {}), { notifications: [called('m2', 2), called('m1', 1)] });
  return client;
}

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response('{}', { status: 404 });
  });
  login('token', { _id: 'camille', firstName: 'Camille' });
});

afterEach(() => {
  forgetPlaces();
  endSession('logout');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Applies events with the features in an order; returns the caches and the requests made. */
async function heard(events: readonly Entry[], order: readonly LiveHandlers[]) {
  asked = [];
  forgetPlaces();
  const client = filled();
  const { dispatch, stop } = createDispatcher(client, order);
  for (const event of events) dispatch(event);
  await vi.runAllTimersAsync();
  stop();
  const answers = client.getQueryCache().getAll();
  const kept = answers.map(({ queryHash, state }) => [queryHash, state.data, state.isInvalidated]);
  return { kept, places: Object.keys(useTimelines.getState().places), asked };
}

const told: readonly [what: string, ...events: Entry[]][] = [
  ['a workspace that goes', { name: 'deleteWorkspace', payload: { _id: workspaceId } }],
  ['a channel that goes', { name: 'deleteChannel', payload: { _id: general, workspaceId } }],
  ['a role that goes', { name: 'deletedRole', payload: { _id: 'lead', workspaceId } }],
  ['someone who comes', { name: 'userUpdate', payload: { ...aline, status: 'online' } }],
  ['another name', { name: 'updateUser', payload: { ...zoe, firstName: 'Agathe' } }],
  ['an account that goes', { name: 'deleteUser', payload: { _id: zoe._id } }],
  ['an edit that calls one no longer', { name: 'updateMessage', payload: edited }],
  [
    'a message that goes',
    { name: 'deleteMessage', payload: { _id: 'm2', channelId: general, conversationId: null, seq: 3 } },
  ],
  ['more mentions than are listed', { name: 'updateUnread', payload: unread(1, 2) }],
  ['a place that is read', { name: 'updateUnread', payload: { ...unread(2, 0), first: null } }],
  [
    'a place that is read up to a mention that is not listed',
    { name: 'updateUnread', payload: unread(1, 1) },
    { name: 'updateUnread', payload: unread(2, 1) },
  ],
  [
    'a place that is heard no more',
    { name: 'updateUnread', payload: { ...unread(1, 0), first: null, level: 'nothing' } },
  ],
];

it.each(told)('The caches end up the same after %s, whichever feature handles it first', async (_what, ...events) => {
  expect(await heard(events, features.toReversed())).toEqual(await heard(events, features));
});

it('A deleted workspace leaves nothing of its inside in the caches, whichever feature handles it first', async () => {
  const { kept, places } = await heard(
    [{ name: 'deleteWorkspace', payload: { _id: workspaceId } }],
    features.toReversed(),
  );
  const left = kept.map(([hash]) => hash);
  const outside = [api.channels.list, api.workspaces.mine, api.unread.list, api.notifications.list];
  expect(left.filter(hash => !outside.some(({ path }) => String(hash).includes(`"${path}"`)))).toEqual([]);
  expect(left).toHaveLength(outside.length);
  expect(places).toEqual([]);
});

it('An edit that no longer mentions the user refetches the unread state of its place, whichever feature handles it first', async () => {
  for (const order of [features, features.toReversed()]) {
    expect((await heard([{ name: 'updateMessage', payload: edited }], order)).asked).toEqual([
      `/api/unread/place?channelId=${encodeURIComponent(general)}`,
    ]);
  }
});
