import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { useMemo } from 'react';
import type { LinkedMessages } from '../text/open/permalinks.ts';
import { type Sender, signatures } from '../text/open/sender.ts';
import { answeredIn, type Row } from './list/rows/rows.ts';

const noMoves: readonly Move[] = [];

/**
 * Returns the names of all people shown together in a place, told apart: the user, authors, answered and linked
 * authors, joins and departures. The function is stable while they do not change.
 */
export function useSignatures(
  rows: readonly Row[],
  linked: LinkedMessages,
  { _id, firstName, lastName }: Sender,
  moves: readonly Move[] = noMoves,
): (sender: Sender) => string {
  const together = useMemo(() => {
    const said = rows.flatMap(row => [row.kind === 'message' ? row.message.sender : null, answeredIn(row)?.sender]);
    const shown = [
      { _id, firstName, lastName },
      ...said,
      ...[...linked.values()].map(({ sender }) => sender),
      ...moves.map(({ user }) => user),
    ];
    const people = new Map(shown.flatMap(one => (one ? [[one._id, [one._id, one.firstName, one.lastName]]] : [])));
    return JSON.stringify([...people.values()].sort());
  }, [rows, linked, _id, firstName, lastName, moves]);
  return useMemo(() => {
    const people: [string, string, string][] = JSON.parse(together);
    return signatures(people.map(([id, first, last]) => ({ _id: id, firstName: first, lastName: last })));
  }, [together]);
}
