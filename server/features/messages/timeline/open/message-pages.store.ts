import { Message } from '@palabre/common/contract/messages/messages.ts';
import type pg from 'pg';
import { type Own, type PlaceStatement, placeReader, type Reading } from '../../../../platform/access/access.pages.ts';
import { type Piece, partWriter } from '../../../../platform/http/answers.ts';
import { columns, type MessageRow, toMessage, withAuthors } from './messages.store.ts';
import { type PageThreads, ThreadStates } from './thread-states.store.ts';
import { threadsById, threadsInRange, type UnderMessage } from './threads.store.ts';

/** Rows of a place that a person may read, with the states of the threads under them. */
export type MessagePage<Row extends MessageRow = MessageRow> = Pick<Reading<Row>, 'place' | 'seq' | 'rows'> & {
  threads: PageThreads;
};

const write = partWriter(Message);

/** Returns the JSON of messages of a page, each with the state of its thread. */
export function writeMessages(rows: readonly MessageRow[], { place, threads }: MessagePage): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const row of rows) {
    pieces.push(`${pieces.length === 0 ? '[' : ','}${write(toMessage(row, place))}`);
    threads.addTo(pieces, row);
  }
  pieces.push(pieces.length === 0 ? '[]' : ']');
  return pieces;
}

/**
 * Builds the messages of a place on one side of a position, nearest first: one index serves the newest page and every
 * other. Deleted roots above replies are among them.
 */
const part = (condition: string, order: 'ASC' | 'DESC', count: string) => `(
  SELECT * FROM messages WHERE place_id = asked.place_id AND (deleted_at IS NULL OR kept) AND position ${condition}
  ORDER BY position ${order} LIMIT ${count})`;

/**
 * Builds the position of a message, found by its id first: the index of places would scan all messages of the place.
 */
const positionAsked = `(
  SELECT position FROM (SELECT position, place_id, deleted_at, kept FROM messages WHERE id = asked.id OFFSET 0) AS one
  WHERE place_id = asked.place_id AND (deleted_at IS NULL OR kept))`;

/** Builds the position of the first message written at a moment or later. */
const positionSince = `(
  SELECT position_since(asked.place_id, 'epoch'::timestamptz + asked.since * interval '1 millisecond'))`;

/** Makes the readers of a place's messages for a person: concurrent requests share one query. */
export function messageReaders(pool: pg.Pool) {
  const states = new ThreadStates(pool);
  /** Makes a reader of messages with the threads under them. */
  const reader = <Row extends MessageRow, O extends Own>(
    statement: PlaceStatement<O>,
    inOrder?: (a: MessageRow, b: MessageRow) => number,
  ) => {
    const read = placeReader<Row & UnderMessage, O>(pool, { ...statement, hint: states.hint });
    return async (...asked: Parameters<typeof read>): Promise<MessagePage<Row>> => {
      const reading = await read(...asked);
      // PostgreSQL guarantees no order after the join with threads.
      const rows = inOrder ? reading.rows.toSorted(inOrder) : reading.rows;
      return { ...reading, rows, threads: await states.of(reading) };
    };
  };
  return {
    /** Messages before a position, newest first. */
    older: reader<MessageRow, { before: 'bigint'; count: 'int' }>(
      {
        name: 'page-older',
        columns,
        beside: threadsInRange,
        own: { before: 'bigint', count: 'int' },
        rows: withAuthors(part('< asked.before', 'DESC', 'asked.count')),
      },
      (a, b) => b.position - a.position,
    ),
    /** Messages after a position, ascending. */
    newer: reader<MessageRow, { after: 'bigint'; count: 'int' }>(
      {
        name: 'page-newer',
        columns,
        beside: threadsInRange,
        own: { after: 'bigint', count: 'int' },
        rows: withAuthors(part('> asked.after', 'ASC', 'asked.count')),
      },
      (a, b) => a.position - b.position,
    ),
    /** Message with its neighbours on both sides, unordered; empty when the message does not exist. */
    around: reader<MessageRow, { id: 'uuid'; older: 'int'; newer: 'int' }>({
      name: 'page-around',
      columns,
      beside: threadsInRange,
      own: { id: 'uuid', older: 'int', newer: 'int' },
      rows: withAuthors(
        `${part(`<= ${positionAsked}`, 'DESC', 'asked.older')} UNION ALL ${part(`> ${positionAsked}`, 'ASC', 'asked.newer')}`,
      ),
    }),
    /** Messages on both sides of the first message at or after a moment, unordered. */
    since: reader<MessageRow & { before: boolean }, { since: 'bigint'; older: 'int'; newer: 'int' }>({
      name: 'page-since',
      beside: threadsInRange,
      columns: [...columns, 'messages.before'],
      own: { since: 'bigint', older: 'int', newer: 'int' },
      rows: withAuthors(`
      SELECT *, true AS before FROM ${part(`< ${positionSince}`, 'DESC', 'asked.older')} AS older
      UNION ALL SELECT *, false FROM ${part(`>= ${positionSince}`, 'ASC', 'asked.newer')} AS newer`),
    }),
    /** Changes after a seq, tombstones included, in order of seq. */
    changes: reader<MessageRow & { deleted: boolean }, { after: 'bigint'; count: 'int' }>(
      {
        name: 'page-changes',
        beside: threadsById,
        columns: [...columns, 'messages.deleted_at IS NOT NULL AS deleted'],
        own: { after: 'bigint', count: 'int' },
        rows: withAuthors(`
      SELECT * FROM messages WHERE place_id = asked.place_id AND seq > asked.after ORDER BY seq LIMIT asked.count`),
      },
      (a, b) => a.seq - b.seq,
    ),
  };
}
/** Readers of a place's messages. */
export type MessageReaders = ReturnType<typeof messageReaders>;
