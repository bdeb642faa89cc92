import type { OutputOf } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { type Piece, Written } from '../../../../platform/http/answers.ts';
import { fail } from '../../../../platform/http/errors.ts';
import type { Actor } from '../../../../platform/sessions/session.ts';
import { type MessagePage, type MessageReaders, writeMessages } from './message-pages.store.ts';
import type { MessageRow } from './messages.store.ts';

type Page = OutputOf<typeof api.messages.page>;

/** Page whose messages are JSON already, since an answer with many threads is long (`thread-states.store.ts`). */
export interface WrittenPage {
  messages: readonly Piece[];
  around: Omit<Page, 'messages'>;
}

/** Position after all messages. */
export const end = Number.MAX_SAFE_INTEGER;

/** Reads the latest page of a place; an empty page without a place. */
export async function latestPage(readers: MessageReaders, actor: Actor, placeId: string | null): Promise<WrittenPage> {
  const nothing = { hasBefore: false, hasAfter: false, hasMore: false };
  if (placeId === null) return { messages: ['[]'], around: { prevCursor: null, nextCursor: null, seq: 0, ...nothing } };
  return readBefore(readers, actor, placeId, { before: end, limit: limits.pageDefault, hasAfter: false });
}

/** Reads the page before a position. */
export async function readBefore(
  readers: MessageReaders,
  actor: Actor,
  placeId: string,
  { before, limit, hasAfter }: { before: number; limit: number; hasAfter: boolean },
) {
  const page = await readers.older(actor, placeId, { before, count: limit + 1 });
  const more = page.rows.length > limit;
  return toPage(page, page.rows.slice(0, limit).reverse(), { hasBefore: more, hasAfter, hasMore: more });
}

/** Reads a page with the message in its middle, or as near as the ends of the place allow. */
export async function readAround(readers: MessageReaders, actor: Actor, placeId: string, id: string, limit: number) {
  const { olderCount, newerCount } = halves(limit);
  const page = await readers.around(actor, placeId, { id, older: olderCount + 1, newer: newerCount + 1 });
  const at = page.rows.find(row => row.id === id)?.position ?? fail('message_not_found');
  const older = page.rows.filter(row => row.position <= at);
  return middle(
    page,
    older,
    page.rows.filter(row => row.position > at),
    limit,
  );
}

/** Reads a page around the first message written at a moment or later. */
export async function readSince(readers: MessageReaders, actor: Actor, placeId: string, since: number, limit: number) {
  const { olderCount, newerCount } = halves(limit);
  const page = await readers.since(actor, placeId, { since, older: olderCount + 1, newer: newerCount + 1 });
  const older = page.rows.filter(row => row.before);
  return middle(
    page,
    older,
    page.rows.filter(row => !row.before),
    limit,
  );
}

const halves = (limit: number) => ({ olderCount: Math.ceil(limit / 2), newerCount: Math.floor(limit / 2) });

/** Makes a page from messages on two sides, in any order; one extra message on a side tells that there are more. */
function middle(page: MessagePage, older: MessageRow[], newer: MessageRow[], limit: number) {
  const { olderCount, newerCount } = halves(limit);
  const ascending = (rows: MessageRow[]) => rows.toSorted((a, b) => a.position - b.position);
  const hasBefore = older.length > olderCount;
  const hasAfter = newer.length > newerCount;
  const rows = [...ascending(older).slice(hasBefore ? 1 : 0), ...ascending(newer).slice(0, newerCount)];
  return toPage(page, rows, { hasBefore, hasAfter, hasMore: hasBefore });
}

/** Makes a page of ascending rows, with a cursor on each side. */
export function toPage(
  page: MessagePage,
  rows: MessageRow[],
  more: { hasBefore: boolean; hasAfter: boolean; hasMore: boolean },
): WrittenPage {
  const first = rows[0];
  const last = rows.at(-1);
  const around = {
    prevCursor: first && more.hasBefore ? encodeCursor(first.position) : null,
    nextCursor: last && more.hasAfter ? encodeCursor(last.position) : null,
    seq: page.seq,
    ...more,
  };
  return { messages: writeMessages(rows, page), around };
}

/** Serializes an answer with these messages, in JSON, and other fields. */
export const writeAnswer = <Answer extends { messages: Message[] }>(
  messages: readonly Piece[],
  others: Omit<Answer, 'messages'>,
): Written<Answer> => {
  const rest = JSON.stringify(others);
  return new Written(['{"messages":', ...messages, rest === '{}' ? rest.slice(1) : `,${rest.slice(1)}`]);
};

/** Serializes a page. */
export const writePage = ({ messages, around }: WrittenPage) => writeAnswer<Page>(messages, around);

/** Encodes a position as a cursor, so that the cursor stays valid when its message is deleted. */
const encodeCursor = (position: number): string => Buffer.from(`p${position}`).toString('base64url');

/**
 * Decodes a cursor.
 * @throws `invalid_cursor`
 */
export function decodeCursor(cursor: string): number {
  const match = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match ? Number(match[1]) : fail('invalid_cursor');
}
