import { api } from '@palabre/common/contract/index.ts';
import type { PublicUser } from '@palabre/common/contract/users.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { useWorkspace } from '../workspaces/workspaces.queries.ts';

/** As many members as one answer gives: a search finds 20 people at most, and they are told apart from these. */
const most = 200;

/**
 * People whom an invitation may name (spec 2 §5): whom the search finds, or whom one shares a place with, but oneself
 * and the members of the workspace. A workspace lists its first members only, so those that match are asked for too.
 */
export function useInvitees(workspaceId: string, search: string) {
  const me = useSession(state => state.user?._id);
  const { data: workspace } = useWorkspace(workspaceId);
  const people = useQuery({
    ...endpointQuery(api.users.search, { query: { search: search || undefined } }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const members = useQuery({
    ...endpointQuery(api.members.list, {
      params: { id: workspaceId },
      query: { search: search || undefined, limit: most },
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const listed = new Set([
    ...(workspace?.members ?? []),
    ...(workspace?.bans ?? []),
    ...(members.data?.users ?? []).map(user => user._id),
  ]);
  const found: PublicUser[] | undefined =
    workspace && members.data && people.data?.users.filter(user => user._id !== me && !listed.has(user._id));
  return {
    people: found,
    isSearching: people.isFetching || members.isFetching,
    isError: (people.isError || members.isError) && !found,
  };
}
