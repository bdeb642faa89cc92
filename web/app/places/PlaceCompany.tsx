import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { useWorkspace } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { addressParts } from '../../platform/address/paths.ts';
import { Company } from '../../ui/marks/Company.tsx';

/** Company of the place at the address: the members of its workspace, or the people of its conversation. */
export function PlaceCompany({ children }: { children: ReactNode }) {
  const { workspaceId = '', conversationId = '' } = addressParts(useLocation().pathname);
  const members = useWorkspace(workspaceId).data?.members;
  const users = useConversation(conversationId).conversation?.users;
  const people = useMemo(() => (users ? users.map(({ _id }) => _id) : members), [users, members]);
  return <Company people={people}>{children}</Company>;
}
