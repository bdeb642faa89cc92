import type { Answered, Message } from '@palabre/common/contract/messages/messages.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import { dayKey } from '../../../../platform/words/format.ts';
import type { ShownFile } from '../../files/open/local-file.ts';
import type { OutboxEntry } from '../../outbox/open/outbox.ts';
import { type Moves, movesAbove, sameMoves } from './moves.ts';

/** A line of the list: a message, or one on its way, with what stands above it. */
export type Row = {
  key: string;
  senderId: string;
  content: string;
  time: string;
  /** A date stands above: its calendar day differs from the one before (the time, ISO). */
  day: string | null;
  /** The line « Nouveaux messages » stands above. */
  firstNew: boolean;
  /** Its author and hour are shown. */
  header: boolean;
  /** Who came into the workspace and who left it since the line before. */
  moves: Moves | null;
} & ({ kind: 'message'; message: Message } | { kind: 'pending'; entry: OutboxEntry });

const noFiles: readonly ShownFile[] = [];

/** The files of a row, sent or not yet. */
export const filesOf = (row: Row): readonly ShownFile[] =>
  (row.kind === 'message' ? row.message.fileAttachments : row.entry.files) ?? noFiles;

/** What a row answers, sent or not yet. */
export const answeredIn = (row: Row): Answered | undefined =>
  row.kind === 'message' ? row.message.replyTo : row.entry.replyTo;

interface RowsInput {
  messages: readonly Message[];
  /** Of this place, in order; those the messages already hold are left out. */
  pending: readonly OutboxEntry[];
  userId: string;
  /** The first message of others beyond this position is new; null: none is. */
  readUpTo: number | null;
  /** Who came and who left, where that is said, in order. */
  moves?: readonly Move[];
  /** Messages exist that are older than these. */
  hasOlder?: boolean;
}

const minuteOf = (time: string) => Math.floor(Date.parse(time) / 60_000);

/** A message keeps its key from the moment it is typed: its sender's own nonce. */
const keyOf = (senderId: string, nonce: string | null, id: string) => (nonce ? `${senderId} ${nonce}` : id);

const sourceOf = (row: Row) => (row.kind === 'message' ? row.message : row.entry);

const same = (a: Row, b: Row) =>
  sourceOf(a) === sourceOf(b) &&
  a.day === b.day &&
  a.firstNew === b.firstNew &&
  a.header === b.header &&
  sameMoves(a.moves, b.moves);

/**
 * Messages as rows: a separator when the calendar day changes, a header when the sender or
 * the minute does. A row that is as it was among the `previous` ones is the same object, so that it is not drawn again.
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

function freshRows({ messages, pending, userId, readUpTo, moves = [], hasOlder = false }: RowsInput): Row[] {
  const passed = movesAbove(moves, hasOlder);
  let before: { senderId: string; time: string } | null = null;
  const above = (senderId: string, time: string) => {
    const previous = before;
    before = { senderId, time };
    const day = !previous || dayKey(previous.time) !== dayKey(time) ? time : null;
    const other = !previous || previous.senderId !== senderId || minuteOf(previous.time) !== minuteOf(time);
    return { senderId, time, day, header: other || day !== null, moves: passed(previous?.time ?? null, time) };
  };
  let marked = readUpTo === null;
  const own = new Set<string>();
  const rows = messages.map((message): Row => {
    const { sender, nonce, content, time, position } = message;
    if (nonce && sender._id === userId) own.add(nonce);
    const firstNew = !marked && sender._id !== userId && position > (readUpTo ?? 0);
    marked ||= firstNew;
    const key = keyOf(sender._id, nonce, message._id);
    return { kind: 'message', key, message, content, firstNew, ...above(sender._id, time) };
  });
  for (const entry of pending) {
    if (own.has(entry.nonce)) continue;
    const { content, time } = entry;
    const key = keyOf(userId, entry.nonce, entry.nonce);
    rows.push({ kind: 'pending', key, entry, content, firstNew: false, ...above(userId, time) });
  }
  return rows;
}
