import type { ReactNode, RefObject } from 'react';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { MemberList } from './MemberList.tsx';
import type { Member } from './members.queries.ts';

interface SearchedMembersProps {
  workspaceId: string;
  field?: RefObject<HTMLInputElement | null>;
  search: { label: string; placeholder: string };
  /** Content between the search and the list. */
  between?: ReactNode;
  /** Class of the frame around the list. */
  frame: string | undefined;
  /** Name of the list for screen readers. */
  label: string;
  /** Maximum height of the list, in pixels. */
  maxHeight: number;
  /** Text shown when nobody matches. */
  empty: string;
  children: (member: Member) => ReactNode;
}

/** Lists the members of a workspace under a search, in the form of a dialog. */
export function SearchedMembers({ workspaceId, field, search, between, frame, ...list }: SearchedMembersProps) {
  const { typed, setTyped, search: asked, isTyping } = useTypedSearch();
  return (
    <>
      <SearchField
        {...search}
        {...(field && { ref: field })}
        size="md"
        value={typed}
        // Enter in the search must not save.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        onChange={setTyped}
      />
      {between}
      <div className={frame}>
        <MemberList of={{ workspaceId, search: asked || undefined }} rowHeight={52} isLate={isTyping} {...list} />
      </div>
    </>
  );
}
