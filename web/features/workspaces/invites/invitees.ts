import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { useSession } from '../../../platform/session/session.ts';
import { usePeople } from '../../people/users/open/users.queries.ts';
import { useFoundMembers } from '../members/open/members.queries.ts';
import { useWorkspace } from '../structure/open/workspaces.queries.ts';

/**
 * People whom an invitation may name: whom the search finds, or whom one shares a place with, but oneself
 * and the members of the workspace. A workspace lists its first members only, so those that match are asked for too.
 */
export function useInvitees(workspaceId: string, search: string) {
  const me = useSession(state => state.user?._id);
  const { data: workspace } = useWorkspace(workspaceId);
  // A search finds 20 people at most: they are told apart from as many members as one answer gives.
  const people = usePeople(search);
  const members = useFoundMembers(workspaceId, search);
  const listed = new Set([
    ...(workspace?.members ?? []),
    ...(workspace?.bans ?? []),
    ...(members.data ?? []).map(user => user._id),
  ]);
  const found: PublicUser[] | undefined =
    workspace && members.data && people.data?.filter(user => user._id !== me && !listed.has(user._id));
  return {
    people: found,
    isSearching: people.isFetching || members.isFetching,
    isError: (people.isError || members.isError) && !found,
  };
}
