import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { keyOf, patchQueries } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { inList } from '../../people/users/open/known-people.ts';
import { spreadRefetch } from './refetch-spread.ts';

type Answer = OutputOf<typeof api.members.list>;
type Member = Answer['users'][number];
type Asked = { params?: { id?: string }; query?: { offset?: unknown; limit?: unknown } };

/** Tells whether a cached page holds all the matching members. */
const isWhole = ({ users, total }: Answer) => users.length === total;

const present = ({ status }: Pick<PublicUser, 'status'>) => status !== 'offline';

const nameOf = (member: Member) => folded(`${member.firstName} ${member.lastName}`);

/** Compares members in the server's order: online first, then by name. */
const inOrder = (a: Member, b: Member) =>
  Number(present(b)) - Number(present(a)) || byCode(nameOf(a), nameOf(b)) || byCode(a._id, b._id);

/** Writes a profile in the caches of members, and sorts the lists anew, since online members come first. */
function put(user: PublicUser, client: QueryClient): void {
  const { _id, firstName, lastName } = user;
  patchQueries(client, api.members.list, old => {
    const before = old.users.find(one => one._id === _id);
    const users = inList(old.users, user);
    if (!before || !users) return old;
    return { ...old, users: users.sort(inOrder), online: old.online + Number(present(user)) - Number(present(before)) };
  });
  patchQueries(client, api.members.moves, old =>
    old.moves.some(move => move.user._id === _id)
      ? {
          moves: old.moves.map(move =>
            move.user._id === _id ? { ...move, user: { _id, firstName, lastName } } : move,
          ),
        }
      : old,
  );
  patchQueries(client, api.members.banned, old => {
    const users = inList(old.users, user);
    return users ? { users } : old;
  });
  refetchParts(client, _id);
}

/** Refetches the partial lists: other members may have moved into them. */
function refetchParts(client: QueryClient, id: string): void {
  // Other users' pages spread their refetch over time.
  const spread = id !== useSession.getState().user?._id;
  refetchSoon(client, (_asked, answer) => !isWhole(answer), spread);
}

const askLists = spreadRefetch(api.members.list.path);
const askMoves = spreadRefetch(api.members.moves.path);

/** Invalidates the lists concerned and schedules their refetch. */
function refetchSoon(client: QueryClient, concerned: (asked: Asked, answer: Answer) => boolean, spread = true): void {
  let size = 0;
  for (const [key, answer] of client.getQueriesData<Answer>({ queryKey: [api.members.list.path] })) {
    if (!answer || !concerned((key[1] ?? {}) as Asked, answer)) continue;
    size = Math.max(size, answer.total);
    void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
  }
  if (size > 0) askLists(client, size, spread);
}

const refetchOf = (client: QueryClient, workspaceId: string) =>
  refetchSoon(client, ({ params }) => params?.id === workspaceId);

/** Schedules a refetch of the joins and departures, where a page shows them. */
function refetchMoves(client: QueryClient, { _id: id, membersCount }: Workspace): void {
  const queryKey = keyOf(api.members.moves, { params: { id } });
  if (!client.getQueryState(queryKey)) return;
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  askMoves(client, membersCount);
}

/** Applies the events of members to the cache. */
export const membersLive = {
  userUpdate: put,
  updateUser: put,

  deleteUser({ _id: id }, client) {
    patchQueries(client, api.members.list, old => {
      const gone = old.users.find(one => one._id === id);
      if (!gone) return old;
      return {
        users: old.users.filter(one => one !== gone),
        total: old.total - 1,
        online: old.online - Number(present(gone)),
      };
    });
    patchQueries(client, api.members.moves, old =>
      old.moves.some(({ user }) => user._id === id) ? { moves: old.moves.filter(({ user }) => user._id !== id) } : old,
    );
    patchQueries(client, api.members.banned, old =>
      old.users.some(one => one._id === id) ? { users: old.users.filter(one => one._id !== id) } : old,
    );
    refetchParts(client, id);
  },

  // A member joined or left: the event carries only the new count.
  updateWorkspace(workspace, client) {
    refetchOf(client, workspace._id);
    refetchMoves(client, workspace);
  },

  // The lists carry name colours, taken from each member's highest role. The refetch is delayed, so that a channel
  // which the role no longer shows closes first.
  newRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
  updatedRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
  deletedRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
} satisfies LiveHandlers;
