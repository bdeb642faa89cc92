import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { QueryClient } from '@tanstack/react-query';
import { signsOf } from '../../features/reading/unread/open/unread.queries.ts';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { idIn } from '../../platform/address/place.ts';
import { cached } from '../../platform/server/query.ts';
import { useSession } from '../../platform/session/session.ts';

const me = () => useSession.getState().user?._id ?? '';

const conversationsIn = (client: QueryClient) =>
  cached(client, api.conversations.list, { params: { id: me() } })?.conversations ?? [];

const channelsOf = (client: QueryClient, id: string): readonly Channel[] =>
  cached(client, api.channels.ofWorkspace, { params: { id } })?.channels ??
  cached(client, api.channels.list)?.channels.filter(({ workspaceId }) => workspaceId === id) ??
  [];

/** Returns the address of the next or previous place in the current list; null if there is none. */
export function besideHere(client: QueryClient, pathname: string, by: 1 | -1): string | null {
  const { workspaceId, section, channelId = '', talks, conversationId = '' } = addressParts(pathname);
  if (section || !(talks || workspaceId)) return null;
  const all = workspaceId
    ? channelsOf(client, workspaceId).map(({ _id }) => paths.channel(workspaceId, _id))
    : conversationsIn(client).map(({ _id }) => paths.conversation(_id));
  const here = all.indexOf(workspaceId ? paths.channel(workspaceId, channelId) : paths.conversation(conversationId));
  if (here < 0) return all.at(by > 0 ? 0 : -1) ?? null;
  return all.length > 1 ? (all.at((here + by) % all.length) ?? null) : null;
}

/** Order of a place among all: workspaces in the order of joining, then conversations; within each, the list's order. */
type Rank = readonly [group: number, place: number, id: string];

const compare = (a: Rank, b: Rank) => a[0] - b[0] || a[1] - b[1] || byCode(a[2], b[2]);
const behindAll = Number.MAX_VALUE;
const placed = (at: number) => (at < 0 ? Number.MAX_SAFE_INTEGER : at);

/** Returns the address of the next or previous unread place, cycling from the last to the first; null if there is none. */
export function unreadBeside(client: QueryClient, pathname: string, by: 1 | -1): string | null {
  const { workspaceId = null, channelId, conversationId } = addressParts(pathname);
  const here = channelId ?? conversationId ?? '';
  const workspaces = cached(client, api.workspaces.mine, { params: { id: me() } })?.workspaces ?? [];
  const rankOf = (id: string, workspace: string | null): Rank => {
    const list = workspace ? channelsOf(client, workspace) : conversationsIn(client);
    const group = workspace ? placed(workspaces.findIndex(card => card._id === workspace)) : behindAll;
    return [group, placed(list.findIndex(one => one._id === id)), id];
  };
  const stops = (cached(client, api.unread.list)?.unread ?? [])
    .filter(state => idIn(state) !== here && (signsOf(state).unread || signsOf(state).count > 0))
    .map(state => ({ state, rank: rankOf(idIn(state), state.workspaceId) }))
    .sort((a, b) => compare(a.rank, b.rank) * by);
  const from = rankOf(here, workspaceId);
  const next = (stops.find(({ rank }) => compare(rank, from) * by > 0) ?? stops[0])?.state;
  if (!next) return null;
  return next.workspaceId ? paths.channel(next.workspaceId, idIn(next)) : paths.conversation(idIn(next));
}
