import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { keyOf, patchQueries } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { spreadRefetch } from './refetch-spread.ts';

type Answer = OutputOf<typeof api.members.list>;
type Member = Answer['users'][number];
type Asked = { params?: { id?: string }; query?: { offset?: unknown; limit?: unknown } };

/** Whether an answer holds all who match. */
const isWhole = ({ users, total }: Answer) => users.length === total;

const nameOf = (member: Member) => folded(`${member.firstName} ${member.lastName}`);

/** The server's order: those who are there first, then by name. */
const inOrder = (a: Member, b: Member) =>
  Number(a.status === 'offline') - Number(b.status === 'offline') ||
  byCode(nameOf(a), nameOf(b)) ||
  byCode(a._id, b._id);

/**
 * A person moved within the lists: each is put in order here, since who is there is shown first. One that is not whole
 * has to be asked again besides: others may have come into it.
 */
function reorder(client: QueryClient, id: string): void {
  patchQueries(client, api.members.list, answer =>
    answer.users.some(user => user._id === id) ? { ...answer, users: [...answer.users].sort(inOrder) } : answer,
  );
  // Nobody else's page asks again because this person has come.
  const spread = id !== useSession.getState().user?._id;
  refetchSoon(client, (_asked, answer) => !isWhole(answer), spread);
}

const askLists = spreadRefetch(api.members.list.path);
const askMoves = spreadRefetch(api.members.moves.path);

/** Has the lists that are concerned asked again. */
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

/** Has who came and left asked again, where it is shown. */
function refetchMoves(client: QueryClient, { _id: id, membersCount }: Workspace): void {
  const queryKey = keyOf(api.members.moves, { params: { id } });
  if (!client.getQueryState(queryKey)) return;
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  askMoves(client, membersCount);
}

export const membersLive = {
  userUpdate: ({ _id }, client) => reorder(client, _id),
  updateUser: ({ _id }, client) => reorder(client, _id),
  deleteUser: ({ _id }, client) => reorder(client, _id),

  // Someone came or left, which the event tells by their number only.
  updateWorkspace(workspace, client) {
    refetchOf(client, workspace._id);
    refetchMoves(client, workspace);
  },

  // People's colours follow their best-ranked role. Not at once: a channel that the role no longer shows goes first.
  newRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
  updatedRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
  deletedRole: ({ workspaceId }, client) => refetchOf(client, workspaceId),
} satisfies LiveHandlers;
