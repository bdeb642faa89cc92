import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../../platform/session/session.ts';
import type { Entry } from './live.ts';

type Tell<E extends Endpoint> = (answer: OutputOf<E>, input: InputOf<E>, client: QueryClient) => readonly Entry[];

const says = <E extends Endpoint>(endpoint: E, tell: Tell<E>): [Endpoint, Tell<Endpoint>] => [
  endpoint,
  tell as unknown as Tell<Endpoint>,
];

/** Finds a deleted record in an endpoint's cached lists; returns an array of at most one record. */
function gone<E extends Endpoint, T extends { _id: string }>(
  client: QueryClient,
  endpoint: E,
  list: (answer: OutputOf<E>) => readonly T[],
  id: string,
): T[] {
  const all = client.getQueriesData<OutputOf<E>>({ queryKey: [endpoint.path] });
  const found = all.flatMap(([, answer]) => (answer === undefined ? [] : list(answer))).find(one => one._id === id);
  return found ? [found] : [];
}

const ownId = (): string => useSession.getState().user?._id ?? '';

/**
 * Events that the response of each change stands for. The same events also arrive on the socket, before or after the
 * response. Message events are not here, because `seq` orders them; nor are reading positions, which `unread` counts.
 */
const answers: ReadonlyMap<Endpoint, Tell<Endpoint>> = new Map([
  says(api.workspaces.create, ({ workspace }) => [{ name: 'newWorkspace', payload: workspace }]),
  says(api.workspaces.join, ({ workspace }) => [{ name: 'newWorkspace', payload: workspace }]),
  says(api.invites.accept, ({ workspace }) => [{ name: 'newWorkspace', payload: workspace }]),
  says(api.workspaces.update, ({ workspace }) => [{ name: 'updateWorkspace', payload: workspace }]),
  says(api.members.kick, ({ workspace }) => [{ name: 'updateWorkspace', payload: workspace }]),
  says(api.members.ban, ({ workspace }) => [{ name: 'updateWorkspace', payload: workspace }]),
  says(api.members.passOn, ({ workspace }) => [{ name: 'updateWorkspace', payload: workspace }]),
  says(api.members.unban, ({ workspace }) => [{ name: 'updateWorkspace', payload: workspace }]),
  says(api.workspaces.leave, (_done, { params }) => [{ name: 'deleteWorkspace', payload: { _id: params.id } }]),
  says(api.workspaces.remove, (_done, { params }) => [{ name: 'deleteWorkspace', payload: { _id: params.id } }]),

  says(api.channels.create, ({ channel }) => [{ name: 'newChannel', payload: channel }]),
  says(api.channels.update, ({ channel }) => [{ name: 'updateChannel', payload: channel }]),
  says(api.channels.letIn, ({ channel }) => [{ name: 'updateChannel', payload: channel }]),
  says(api.channels.order, ({ channels }) =>
    channels.map(channel => ({ name: 'updateChannel', payload: channel }) as const),
  ),
  says(api.channels.remove, (_done, { params: { id } }, client) =>
    gone(client, api.channels.ofWorkspace, answer => answer.channels, id).map(
      ({ workspaceId }) => ({ name: 'deleteChannel', payload: { _id: id, workspaceId } }) as const,
    ),
  ),

  says(api.roles.create, ({ role }) => [{ name: 'newRole', payload: role }]),
  says(api.roles.update, ({ role }) => [{ name: 'updatedRole', payload: role }]),
  says(api.roles.remove, (_done, { params: { id } }, client) =>
    gone(client, api.roles.list, answer => answer.roles, id).map(
      ({ workspaceId }) => ({ name: 'deletedRole', payload: { _id: id, workspaceId } }) as const,
    ),
  ),

  says(api.conversations.create, ({ conversation }) => [{ name: 'newConversation', payload: conversation }]),
  says(api.conversations.rename, ({ conversation }) => [{ name: 'updateConversation', payload: conversation }]),
  says(api.conversations.add, ({ conversation }) => [{ name: 'updateConversation', payload: conversation }]),
  says(api.conversations.leave, (_done, { params }) => [{ name: 'deleteConversation', payload: { _id: params.id } }]),
  says(api.conversations.remove, (_done, { params }) => [{ name: 'deleteConversation', payload: { _id: params.id } }]),

  says(api.societies.create, ({ society }) => [{ name: 'newSociety', payload: society }]),
  says(api.societies.update, ({ society }) => [{ name: 'updateSociety', payload: society }]),
  says(api.societies.remove, (_done, { params }) => [{ name: 'deleteSociety', payload: { _id: params.id } }]),

  says(api.emoji.create, ({ emoji }) => [{ name: 'newEmoji', payload: emoji }]),
  says(api.emoji.remove, (_done, { params }) => [
    { name: 'deleteEmoji', payload: { _id: params.emojiId, workspaceId: params.id } },
  ]),

  says(api.notifications.mark, ({ notification }) => [{ name: 'updateNotification', payload: notification }]),
  says(api.notifications.markSeveral, ({ notifications }) =>
    notifications.map(notification => ({ name: 'updateNotification', payload: notification }) as const),
  ),

  says(api.threads.follow, ({ thread }) => [{ name: 'updateThread', payload: thread }]),
  says(api.threads.read, (_done, { body: { channelId = null, conversationId = null } = {} }) => [
    { name: 'readThreads', payload: { _id: ownId(), channelId, conversationId } },
  ]),

  says(api.availability.setHours, ({ own }) => [{ name: 'updateOwnAvailability', payload: own }]),
  says(api.availability.followDefault, ({ own }) => [{ name: 'updateOwnAvailability', payload: own }]),
  says(api.availability.setAbsences, ({ own }) => [{ name: 'updateOwnAvailability', payload: own }]),
  says(api.availability.setQuiet, ({ own }) => [{ name: 'updateOwnAvailability', payload: own }]),
  says(api.availability.urgent, ({ own }) => [{ name: 'updateOwnAvailability', payload: own }]),
  says(api.scheduled.create, ({ scheduled }) => [{ name: 'updateScheduled', payload: scheduled }]),
  says(api.scheduled.remind, ({ scheduled }) => [{ name: 'updateScheduled', payload: scheduled }]),
  says(api.scheduled.edit, ({ scheduled }) => [{ name: 'updateScheduled', payload: scheduled }]),
  says(api.scheduled.sendNow, (_done, { params }) => [{ name: 'deleteScheduled', payload: { _id: params.id } }]),
  says(api.scheduled.cancel, (_done, { params }) => [{ name: 'deleteScheduled', payload: { _id: params.id } }]),

  says(api.reports.update, ({ report }) => [{ name: 'updateReport', payload: report }]),
  says(api.reports.assign, ({ report }) => [{ name: 'updateReport', payload: report }]),
  says(api.reports.note, ({ report }) => [{ name: 'updateReport', payload: report }]),
  says(api.reports.answer, ({ report }) => [{ name: 'updateReport', payload: report }]),
  says(api.reports.removeMessage, ({ report }) => [{ name: 'updateReport', payload: report }]),
  ...([api.workspaceReports.update, api.workspaceReports.note, api.workspaceReports.passOn] as const).map(endpoint =>
    says<Endpoint>(endpoint, (_answer, { params }) => [
      { name: 'updateWorkspaceReports', payload: { workspaceId: (params as { id: string }).id } },
    ]),
  ),
  says(api.reports.remove, (_done, { params: { id } }, client) =>
    gone(client, api.reports.ofUser, answer => answer.reports, id).map(
      ({ reportedUser }) => ({ name: 'deleteReport', payload: { _id: id, reportedUser: reportedUser._id } }) as const,
    ),
  ),
  says(api.linkedAccounts.link, ({ users }) => [{ name: 'updateAccounts', payload: { _id: ownId(), users } }]),
  says(api.linkedAccounts.unlink, ({ users }) => [{ name: 'updateAccounts', payload: { _id: ownId(), users } }]),

  says(api.administration.suspend, ({ user }) => [{ name: 'updateUser', payload: user }]),
  says(api.administration.restore, ({ user }) => [{ name: 'updateUser', payload: user }]),
  says(api.administration.unban, ({ banned }) => [{ name: 'unbanned', payload: banned }]),
]);

/** Tells whether the endpoint's response stands for an event. */
export const isTold = (endpoint: Endpoint): boolean => answers.has(endpoint);

/** Returns the events that a response stands for; empty for an endpoint outside the table. */
export const toldBy = (endpoint: Endpoint, answer: unknown, input: unknown, client: QueryClient): readonly Entry[] =>
  answers.get(endpoint)?.(answer as never, input as never, client) ?? [];
