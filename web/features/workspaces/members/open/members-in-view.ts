import { useState } from 'react';
import { type MembersOf, pageSize, useMembers } from './members.queries.ts';

/** Reads a member list of which only the pages in view are fetched; `follow` receives the rows in view. */
export function useMembersInView(of: MembersOf) {
  const question = JSON.stringify(of);
  const [followed, setFollowed] = useState({ question, first: 0, last: 0 });
  // A new search starts from the first page.
  const pages = followed.question === question ? followed : { first: 0, last: 0 };
  const members = useMembers(of, pages.first, pages.last, { keepPrevious: true });

  function follow(firstRow: number, lastRow: number): void {
    const [first, last] = [Math.floor(firstRow / pageSize), Math.floor(lastRow / pageSize)];
    if (first !== pages.first || last !== pages.last) setFollowed({ question, first, last });
  }
  return { members, question, follow };
}
