import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { dayKey } from '../../../../../platform/words/format.ts';

/** Joins and departures between two messages, or around a single one. */
export interface Moves {
  /** ISO time of the message above; null without one. */
  after: string | null;
  /** Moves of days before the message below (or before the last move without one), shown above its date. */
  earlier: readonly Move[];
  /** Moves of the message's own day. */
  ofDay: readonly Move[];
}

/** Groups the moves between two messages; null without any. */
function between(after: string | null, moves: readonly Move[], until: string): Moves | null {
  if (moves.length === 0) return null;
  const day = dayKey(until);
  const isOfDay = ({ time }: Move) => dayKey(time) === day;
  return { after, earlier: moves.filter(move => !isOfDay(move)), ofDay: moves.filter(isOfDay) };
}

/**
 * Returns a function that, called for each message in order, returns the moves since the previous one.
 * @param hasOlder whether older messages exist: moves above the first loaded one are then hidden
 */
export function movesAbove(
  moves: readonly Move[],
  hasOlder: boolean,
): (after: string | null, time: string) => Moves | null {
  let next = 0;
  return (after, time) => {
    const from = next;
    while (moves[next] && (moves[next] as Move).time <= time) next += 1;
    return after === null && hasOlder ? null : between(after, moves.slice(from, next), time);
  };
}

/** Returns the moves since the last message; all moves of a place without messages. */
export function movesBelow(moves: readonly Move[], rows: readonly { time: string }[]): Moves | null {
  const after = rows.at(-1)?.time ?? null;
  // A pending message has the device's time, which may differ from the server's.
  let latest = '';
  for (const { time } of rows) if (time > latest) latest = time;
  const since = moves.filter(({ time }) => time > latest);
  return between(after, since, since.at(-1)?.time ?? '');
}

/** Tells whether two groups of moves read the same. */
export const sameMoves = (a: Moves | null, b: Moves | null): boolean =>
  a === b || (a !== null && b !== null && a.after === b.after && said(a, b));

const said = (a: Moves, b: Moves) => {
  const [one, other] = [a, b].map(({ earlier, ofDay }) => [...earlier, null, ...ofDay]) as [unknown[], unknown[]];
  return one.length === other.length && one.every((move, index) => move === other[index]);
};
