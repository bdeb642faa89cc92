import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { dayKey } from '../../../../platform/words/format.ts';

/** Who came and who left between two messages, or around the only one. */
export interface Moves {
  /** When the message above was sent, ISO; null: there is none. */
  after: string | null;
  /** On other days than the message below, or than the last move where there is none: they stand above its date. */
  earlier: readonly Move[];
  /** On its day. */
  ofDay: readonly Move[];
}

/** The moves of one place between two messages; null: there are none. */
function between(after: string | null, moves: readonly Move[], until: string): Moves | null {
  if (moves.length === 0) return null;
  const day = dayKey(until);
  const isOfDay = ({ time }: Move) => dayKey(time) === day;
  return { after, earlier: moves.filter(move => !isOfDay(move)), ofDay: moves.filter(isOfDay) };
}

/**
 * Gives out moves, in their order, to messages that are gone through in theirs: to each those since the one before it.
 * @param hasOlder messages exist that are older than the first: what is above that is not told
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

/** The moves since the last of these messages; of a place where nothing is written, all. */
export function movesBelow(moves: readonly Move[], rows: readonly { time: string }[]): Moves | null {
  const after = rows.at(-1)?.time ?? null;
  // A message that is on its way has the time of its device, which need not be that of the server.
  let latest = '';
  for (const { time } of rows) if (time > latest) latest = time;
  const since = moves.filter(({ time }) => time > latest);
  return between(after, since, since.at(-1)?.time ?? '');
}

/** Whether the same is said. */
export const sameMoves = (a: Moves | null, b: Moves | null): boolean =>
  a === b || (a !== null && b !== null && a.after === b.after && said(a, b));

const said = (a: Moves, b: Moves) => {
  const [one, other] = [a, b].map(({ earlier, ofDay }) => [...earlier, null, ...ofDay]) as [unknown[], unknown[]];
  return one.length === other.length && one.every((move, index) => move === other[index]);
};
