import { api } from '@palabre/common/contract/index.ts';
import type { Workspace, WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { cached, patchQueries, patchQuery, refetch } from '../../../platform/server/query.ts';

/** The server's order of discovery: one's own first, then by title. */
const inOrder = (a: WorkspaceCard, b: WorkspaceCard) =>
  Number(b.isMember) - Number(a.isMember) || byCode(folded(a.title), folded(b.title)) || byCode(a._id, b._id);

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every(id => b.includes(id));

/** The card after its workspace changed; null when its owners are others, whose names the event does not carry. */
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

/** Writes a workspace where it is cached whole, and has what hangs on its members and bans asked again. */
function patchWhole(client: QueryClient, workspace: Workspace): void {
  const { _id: id, bans } = workspace;
  const old = cached(client, api.workspaces.one, { params: { id } })?.workspace;
  patchQuery(client, api.workspaces.one, { params: { id } }, () => ({ workspace }));
  if (!bans) forget(client, ({ queryKey: [path, asked] }) => isStaffOnly(path) && idOf(asked) === id);
  else if (!old?.bans || !sameIds(old.bans, bans)) refetch(client, api.members.banned, { params: { id } });
  if (old && old.membersCount === workspace.membersCount && sameIds(old.members, workspace.members)) return;
  // Who shares a place with whom has changed, and with it what is seen of them.
  refetch(client, api.users.search);
  refetch(client, api.users.one);
  if (bans) refetch(client, api.invites.list, { query: { workspaceId: id } });
}

/** What one may no longer ask for. What is still on the screen goes with it: asking again would only be refused. */
function forget(client: QueryClient, predicate: (query: Query) => boolean): void {
  client.removeQueries({ type: 'inactive', predicate });
  void client.invalidateQueries({ type: 'active', refetchType: 'none', predicate });
}

const isStaffOnly = (path: unknown) => path === api.members.banned.path || path === api.invites.list.path;

/** The workspace that an answer was asked about. */
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
  ].map(({ path }) => path),
);

/** The workspace whose inside an answer tells, to its members alone. */
export const tellsInsideOf = ({ queryKey: [path, asked] }: Query): string | undefined =>
  inside.has(path) ? idOf(asked) : undefined;

/** Everything cached about a workspace one is no longer in. */
function forgetInside(client: QueryClient, id: string): void {
  const isOfIt = ({ queryKey: [path, asked] }: Query) => path === api.workspaces.one.path && idOf(asked) === id;
  forget(client, query => isOfIt(query) || tellsInsideOf(query) === id);
}

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
    /** The cards with this one changed; null when they are to be asked for again, the same when it is not among them. */
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

  // Deleted for all, or only left by this person: discovery alone can tell, so it is asked again.
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
