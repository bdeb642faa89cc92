import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import { useSession } from '../../../platform/session/session.ts';
import { usePeople } from '../../people/users/open/users.queries.ts';
import { useFoundMembers } from '../members/open/members.queries.ts';
import { useWorkspace } from '../structure/open/workspaces.queries.ts';

/**
 * Searches people who can be invited: users found by the search, or who share a place with the user, except the user,
 * members and banned people. The cached workspace lists only its first members, so matching members are fetched too.
 */
export function useInvitees(workspaceId: string, search: string) {
  const me = useSession(state => state.user?._id);
  const { data: workspace } = useWorkspace(workspaceId);
  // The people search finds 20 users at most, compared with one page of matching members.
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
    isLate: people.isPlaceholderData || members.isPlaceholderData,
    isError: (people.isError || members.isError) && !found,
  };
}
