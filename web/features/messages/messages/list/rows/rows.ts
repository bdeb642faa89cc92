import type { Answered, Message } from '@palabre/common/contract/messages/messages.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { dayKey } from '../../../../../platform/words/format.ts';
import type { ShownFile } from '../../../files/open/local-file.ts';
import type { OutboxEntry } from '../../../outbox/open/outbox.ts';
import { type Moves, movesAbove, sameMoves } from './moves.ts';

/** Row of the list: a message, sent or pending, with the separators above it. */
export type Row = {
  key: string;
  senderId: string;
  content: string;
  time: string;
  /** ISO time of the date shown above, when the calendar day changes; null otherwise. */
  day: string | null;
  /** Whether the place begins above: nothing older exists. */
  begins: boolean;
  /** Whether the line « Nouveaux messages » stands above. */
  firstNew: boolean;
  /** Whether author and time are shown. */
  header: boolean;
  /** Joins and departures since the previous row. */
  moves: Moves | null;
  /** Number of replies, on the first reply below its root; null elsewhere. */
  replies: number | null;
} & ({ kind: 'message'; message: Message } | { kind: 'pending'; entry: OutboxEntry });

const noFiles: readonly ShownFile[] = [];

/** Returns the files of a row, sent or pending. */
export const filesOf = (row: Row): readonly ShownFile[] =>
  (row.kind === 'message' ? row.message.fileAttachments : row.entry.files) ?? noFiles;

/** Returns the answered message of a row, sent or pending. */
export const answeredIn = (row: Row): Answered | undefined =>
  row.kind === 'message' ? row.message.replyTo : row.entry.replyTo;

interface RowsInput {
  messages: readonly Message[];
  /** Outbox entries of this place, in order; entries already among the messages are left out. */
  pending: readonly OutboxEntry[];
  userId: string;
  /** Read position: the first later message by someone else is new; null when no message is. */
  readUpTo: number | null;
  /** Joins and departures, in order, where the place shows them. */
  moves?: readonly Move[];
  /** Whether older messages exist. */
  hasOlder?: boolean;
  /** Root message, if the place is a thread; it stands above the first reply of all. */
  root?: Message | undefined;
}

const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000);

/** Builds a row's key: the sender's nonce, so that the key survives the sending. */
const keyOf = (senderId: string, nonce: string | null, id: string) => (nonce ? `${senderId} ${nonce}` : id);

const sourceOf = (row: Row) => (row.kind === 'message' ? row.message : row.entry);

const same = (a: Row, b: Row) =>
  sourceOf(a) === sourceOf(b) &&
  a.day === b.day &&
  a.begins === b.begins &&
  a.firstNew === b.firstNew &&
  a.header === b.header &&
  a.replies === b.replies &&
  sameMoves(a.moves, b.moves);

/**
 * Builds the rows: a separator when the calendar day changes, a header when sender or minute change. An unchanged row
 * is the same object as in `previous`, so that it does not re-render.
 */
export function rowsOf(input: RowsInput, previous: readonly Row[] = []): readonly Row[] {
  const known = new Map(previous.map(row => [row.key, row]));
  const rows = freshRows(input).map(row => {
    const before = known.get(row.key);
    return before && same(before, row) ? before : row;
  });
  const unchanged = rows.length === previous.length && rows.every((row, index) => row === previous[index]);
  return unchanged ? previous : rows;
}

function freshRows(input: RowsInput): Row[] {
  const { messages, pending, userId, readUpTo, moves = [], hasOlder = false, root } = input;
  const passed = movesAbove(moves, hasOlder);
  let before: { senderId: string; time: string } | null = null;
  const above = (senderId: string, time: string) => {
    const previous = before;
    before = { senderId, time };
    const day = !previous || dayKey(previous.time) !== dayKey(time) ? time : null;
    const other = !previous || previous.senderId !== senderId || minuteOf(previous.time) !== minuteOf(time);
    const begins = !previous && !hasOlder;
    const replies = under;
    under = null;
    const header = other || day !== null || replies !== null;
    return { senderId, time, day, begins, header, replies, moves: passed(previous?.time ?? null, time) };
  };
  let under: number | null = null;
  let marked = readUpTo === null;
  const own = new Set<string>();
  const rows: Row[] = [];
  if (root) {
    const shown = { message: root, key: root._id, content: root.content, firstNew: false };
    rows.push({ kind: 'message', ...shown, ...above(root.sender._id, root.time) });
    under = Math.max(root.thread?.replies ?? 0, messages.length);
  }
  for (const message of messages) {
    const { sender, nonce, content, time, position } = message;
    if (nonce && sender._id === userId) own.add(nonce);
    const firstNew = !marked && sender._id !== userId && position > (readUpTo ?? 0);
    marked ||= firstNew;
    const key = keyOf(sender._id, nonce, message._id);
    rows.push({ kind: 'message', key, message, content, firstNew, ...above(sender._id, time) });
  }
  for (const entry of pending) {
    if (own.has(entry.nonce)) continue;
    const { content, time } = entry;
    const key = keyOf(userId, entry.nonce, entry.nonce);
    rows.push({ kind: 'pending', key, entry, content, firstNew: false, ...above(userId, time) });
  }
  return rows;
}
