import { api } from '@palabre/common/contract/index.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';

/** Compares cards in the server's order of discovery: the user's own first, then by title. */
const inOrder = (a: WorkspaceCard, b: WorkspaceCard) =>
  Number(b.isMember) - Number(a.isMember) || byCode(folded(a.title), folded(b.title)) || byCode(a._id, b._id);

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every(id => b.includes(id));

/** Updates a card from its workspace; null when the owners changed, since the event omits their names. */
function updatedCard(card: WorkspaceCard, workspace: Workspace): WorkspaceCard | null {
  if (!sameIds(card.owner, workspace.owner)) return null;
  const {
    members: _m,
    bans: _b,
    channels: _c,
    autoDelete: _a,
    autoDeleteDays: _d,
    announceMoves: _n,
    ...fields
  } = workspace;
  return { ...card, ...fields };
}

/** Writes a workspace into its cache, and refetches the data that depends on its members and bans. */
function patchWhole(client: QueryClient, workspace: Workspace): void {
  const { _id: id, bans } = workspace;
  const old = cached(client, api.workspaces.one, { params: { id } })?.workspace;
  patchQuery(client, api.workspaces.one, { params: { id } }, () => ({ workspace }));
  if (!bans) forget(client, ({ queryKey: [path, asked] }) => isStaffOnly(path) && idOf(asked) === id);
  else if (!old?.bans || !sameIds(old.bans, bans)) refetch(client, api.members.banned, { params: { id } });
  if (old && old.membersCount === workspace.membersCount && sameIds(old.members, workspace.members)) return;
  // A change of members changes which profiles the user sees.
  refetch(client, api.users.search);
  refetch(client, api.users.one);
  if (bans) refetch(client, api.invites.list, { query: { workspaceId: id } });
}

/**
 * Removes queries that the user may no longer send. Visible queries are only invalidated, as a refetch would be
 * refused; they are removed with their screen.
 */
function forget(client: QueryClient, predicate: (query: Query) => boolean): void {
  client.removeQueries({ type: 'inactive', predicate });
  void client.invalidateQueries({ type: 'active', refetchType: 'none', predicate });
}

const isStaffOnly = (path: unknown) => path === api.members.banned.path || path === api.invites.list.path;

/** Returns the workspace id of a query's input. */
function idOf(asked: unknown): string | undefined {
  const { params, query } = (asked ?? {}) as { params?: { id?: string }; query?: { workspaceId?: string } };
  return query?.workspaceId ?? params?.id;
}

const inside: ReadonlySet<unknown> = new Set(
  [
    api.channels.ofWorkspace,
    api.members.list,
    api.members.banned,
    api.members.moves,
    api.roles.list,
    api.roles.mine,
    api.roles.color,
    api.invites.list,
    api.emoji.list,
    api.guests.list,
    api.emailInvites.list,
  ].map(({ path }) => path),
);

/** Returns the workspace whose member-only data a query reads; undefined for other queries. */
export const tellsInsideOf = ({ queryKey: [path, asked] }: Query): string | undefined =>
  inside.has(path) ? idOf(asked) : undefined;

/** Removes all cached data inside a workspace that the user has left. */
function forgetInside(client: QueryClient, id: string): void {
  const isOfIt = ({ queryKey: [path, asked] }: Query) => path === api.workspaces.one.path && idOf(asked) === id;
  forget(client, query => isOfIt(query) || tellsInsideOf(query) === id);
}

/** Applies the events of workspaces to the cache. */
export const workspacesLive = {
  newWorkspace(workspace, client) {
    const { _id: id } = workspace;
    patchWhole(client, workspace);
    const known = cached(client, api.workspaces.list)?.workspaces.find(card => card._id === id);
    const card = known && updatedCard({ ...known, isMember: true }, workspace);
    if (!card) {
      refetch(client, api.workspaces.list);
      refetch(client, api.workspaces.mine);
      return;
    }
    patchQueries(client, api.workspaces.list, old => ({
      ...old,
      workspaces: old.workspaces.map(one => (one._id === id ? card : one)).sort(inOrder),
    }));
    patchQueries(client, api.workspaces.mine, ({ workspaces }) => ({
      workspaces: [...workspaces.filter(one => one._id !== id), card],
    }));
  },

  updateWorkspace(workspace, client) {
    patchWhole(client, workspace);
    /** Updates the workspace's card in a list; null to refetch, the same list if it has no such card. */
    const updated = (cards: WorkspaceCard[]): WorkspaceCard[] | null => {
      const card = cards.find(one => one._id === workspace._id);
      if (!card) return cards;
      const next = updatedCard(card, workspace);
      return next && cards.map(one => (one === card ? next : one));
    };
    patchQueries(client, api.workspaces.list, old => {
      const workspaces = updated(old.workspaces);
      if (!workspaces) refetch(client, api.workspaces.list);
      return workspaces && workspaces !== old.workspaces ? { ...old, workspaces: workspaces.sort(inOrder) } : old;
    });
    patchQueries(client, api.workspaces.mine, old => {
      const workspaces = updated(old.workspaces);
      if (!workspaces) refetch(client, api.workspaces.mine);
      return workspaces && workspaces !== old.workspaces ? { workspaces } : old;
    });
  },

  // The workspace may be deleted, or only left by this user: discovery is refetched to tell.
  deleteWorkspace({ _id: id }, client) {
    patchQueries(client, api.workspaces.mine, ({ workspaces }) => ({
      workspaces: workspaces.filter(one => one._id !== id),
    }));
    refetch(client, api.workspaces.list);
    refetch(client, api.users.search);
    refetch(client, api.users.one);
    forgetInside(client, id);
  },
} satisfies LiveHandlers;
