// @vitest-environment jsdom
import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api, type EventName } from '@palabre/common/contract/index.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keyOf } from '../../platform/server/query.ts';
import { endSession, login } from '../../platform/session/session.ts';
import { isTold, toldBy } from './answers.ts';

/** Features whose changes reach the page without this table: by seq, by the session, or by their own page. */
const otherwise: Partial<Record<keyof typeof api, string>> = {
  users: 'a session begins or ends',
  socialLogin: 'a session begins',
  otp: 'the session is told',
  addresses: 'the session is told',
  accounts: 'the session is told',
  personalData: 'its card is told, or the session ends',
  messages: 'ordered by their seq, which answers bring as events do',
  reactions: 'ordered by the seq of their message',
  pins: 'ordered by the seq of their message',
  push: 'its settings read it again',
  disconnection: 'its settings keep the answers',
  settings: 'their page keeps the answers',
  announcements: 'their page and the banner keep the answers',
  setup: 'its dialog keeps the answers',
  registration: 'its settings keep the answers',
  admissions: 'its list is read again, or a session begins',
  emailInvites: 'its lists are read again, or a session begins',
  guests: 'its lists are read again by their event',
  unread: 'counted by what is read',
  files: 'nothing is cached of them',
  gifs: 'nothing changes',
  audit: 'nothing changes',
  search: 'nothing changes',
  boot: 'nothing changes',
};

/** Changes of the other features that have no event, or whose response can't stand for it. */
const untold: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.invites.create,
  api.invites.remove,
  // A session begins.
  api.invites.register,
  api.notifications.stopMails,
  // A report's event goes to administrators only; a ban's event alone has the id of the deleted account.
  api.linkedAccounts.token,
  api.reports.create,
  api.administration.ban,
  // `updateUser` tells of a person, whose profile the response omits; ended sessions show nowhere.
  api.administration.makeAdministrator,
  api.administration.endAdministrator,
  api.administration.endSessions,
  api.administration.recover,
  // An answer of many changes, each with its own event.
  api.administration.depart,
]);

test('every change with an event is applied from its response too', () => {
  const silent = Object.entries(api)
    .filter(([feature]) => !(feature in otherwise))
    .flatMap(([feature, endpoints]) =>
      Object.entries(endpoints as Record<string, Endpoint>)
        .filter(([, endpoint]) => endpoint.method !== 'GET' && !isTold(endpoint) && !untold.has(endpoint))
        .map(([name]) => `${feature}.${name}`),
    );
  expect(silent).toEqual([]);
});

const workspace = { _id: 'x', title: 'Atelier' };
const record = { _id: 'x', workspaceId: 'atelier' };
const input = { params: { id: 'x' } };
const { administration, availability, channels, conversations, emoji, invites, members, notifications } = api;
const { reports, roles, scheduled, societies, threads, workspaces, workspaceReports } = api;

/** Changes, the part of their answer that is told, and the event that it is told as. */
const asEvents: readonly [endpoints: readonly Endpoint[], part: string, event: EventName][] = [
  [[workspaces.create, workspaces.join, invites.accept], 'workspace', 'newWorkspace'],
  [[workspaces.update, members.kick, members.ban, members.passOn, members.unban], 'workspace', 'updateWorkspace'],
  [[channels.create], 'channel', 'newChannel'],
  [[channels.update, channels.letIn], 'channel', 'updateChannel'],
  [[roles.create], 'role', 'newRole'],
  [[roles.update], 'role', 'updatedRole'],
  [[conversations.create], 'conversation', 'newConversation'],
  [[conversations.rename, conversations.add], 'conversation', 'updateConversation'],
  [[societies.create], 'society', 'newSociety'],
  [[societies.update], 'society', 'updateSociety'],
  [[emoji.create], 'emoji', 'newEmoji'],
  [[notifications.mark], 'notification', 'updateNotification'],
  [[threads.follow], 'thread', 'updateThread'],
  [
    [availability.setHours, availability.followDefault, availability.setAbsences, availability.setQuiet],
    'own',
    'updateOwnAvailability',
  ],
  [[availability.urgent], 'own', 'updateOwnAvailability'],
  [[scheduled.create, scheduled.remind, scheduled.edit], 'scheduled', 'updateScheduled'],
  [[reports.update, reports.assign, reports.note, reports.answer, reports.removeMessage], 'report', 'updateReport'],
  [[administration.suspend, administration.restore], 'user', 'updateUser'],
  [[administration.unban], 'banned', 'unbanned'],
];

/** Removals, which are told by the requested id. */
const removals: readonly [endpoint: Endpoint, event: EventName][] = [
  [workspaces.leave, 'deleteWorkspace'],
  [workspaces.remove, 'deleteWorkspace'],
  [conversations.leave, 'deleteConversation'],
  [conversations.remove, 'deleteConversation'],
  [societies.remove, 'deleteSociety'],
  [scheduled.sendNow, 'deleteScheduled'],
  [scheduled.cancel, 'deleteScheduled'],
];

test('The answer of a change is told as the event of that change, with what the server answered', () => {
  const client = new QueryClient();
  const wrong = asEvents.flatMap(([endpoints, part, name]) =>
    endpoints
      .map(endpoint => [endpoint, toldBy(endpoint, { [part]: workspace }, input, client)] as const)
      .filter(([, told]) => JSON.stringify(told) !== JSON.stringify([{ name, payload: workspace }]))
      .map(([{ method, path }, told]) => [method, path, told]),
  );
  expect(wrong).toEqual([]);
  for (const [endpoint, name] of removals)
    expect(toldBy(endpoint, {}, input, client)).toEqual([{ name, payload: { _id: 'x' } }]);
});

test('The answer of a change of several is told as one event each', () => {
  const client = new QueryClient();
  const both = [{ _id: 'un' }, { _id: 'deux' }];
  const told = (name: EventName) => both.map(payload => ({ name, payload }));
  expect(toldBy(channels.order, { channels: both }, input, client)).toEqual(told('updateChannel'));
  const marked = toldBy(notifications.markSeveral, { notifications: both }, input, client);
  expect(marked).toEqual(told('updateNotification'));
});

test('A removal whose event names where the record was is told from what the page has of it', () => {
  const client = new QueryClient();
  const inside = { _id: 'x', workspaceId: 'atelier' };
  for (const endpoint of [channels.remove, roles.remove, reports.remove])
    expect(toldBy(endpoint, {}, input, client)).toEqual([]);
  // It is looked for in every list that the page has, of which one is still being fetched.
  const fetching = { queryFn: () => new Promise<never>(() => {}) };
  for (const [endpoint, list] of [
    [channels.ofWorkspace, 'channels'],
    [roles.list, 'roles'],
    [reports.ofUser, 'reports'],
  ] as const) {
    void client.prefetchQuery({ queryKey: keyOf(endpoint, { params: { id: 'ailleurs' } }), ...fetching });
    client.setQueryData(keyOf(endpoint, { params: { id: 'maison' } }), { [list]: [{ ...record, _id: 'y' }] });
  }
  client.setQueryData(keyOf(channels.ofWorkspace, { params: { id: 'atelier' } }), { channels: [record] });
  client.setQueryData(keyOf(roles.list, { params: { id: 'atelier' } }), { roles: [record] });
  const report = { _id: 'x', reportedUser: { _id: 'karim' } };
  client.setQueryData(keyOf(reports.ofUser, { params: { id: 'karim' } }), { reports: [report] });
  expect(toldBy(channels.remove, {}, input, client)).toEqual([{ name: 'deleteChannel', payload: inside }]);
  expect(toldBy(roles.remove, {}, input, client)).toEqual([{ name: 'deletedRole', payload: inside }]);
  const payload = { _id: 'x', reportedUser: 'karim' };
  expect(toldBy(reports.remove, {}, input, client)).toEqual([{ name: 'deleteReport', payload }]);
  const named = { params: { id: 'atelier', emojiId: 'x' } };
  expect(toldBy(emoji.remove, {}, named, client)).toEqual([{ name: 'deleteEmoji', payload: inside }]);
});

test('What a person changes for themself is told with their id, and where it holds', () => {
  login('token', { _id: 'camille' });
  const client = new QueryClient();
  const users = [{ _id: 'karim' }];
  for (const endpoint of [api.linkedAccounts.link, api.linkedAccounts.unlink])
    expect(toldBy(endpoint, { users }, input, client)).toEqual([
      { name: 'updateAccounts', payload: { _id: 'camille', users } },
    ]);
  const read = (body?: object) => toldBy(threads.read, {}, { body }, client)[0]?.payload;
  expect(read()).toEqual({ _id: 'camille', channelId: null, conversationId: null });
  expect(read({ channelId: 'general' })).toEqual({ _id: 'camille', channelId: 'general', conversationId: null });
  for (const endpoint of [workspaceReports.update, workspaceReports.note, workspaceReports.passOn])
    expect(toldBy(endpoint, {}, input, client)).toEqual([
      { name: 'updateWorkspaceReports', payload: { workspaceId: 'x' } },
    ]);
  endSession('logout');
});
