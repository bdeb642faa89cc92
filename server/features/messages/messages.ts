import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { isBlank } from '@palabre/common/rules/message-content.ts';
import { placeIdOf } from '../../platform/access.input.ts';
import type { PlaceAccess, Reading } from '../../platform/access.places.ts';
import { factsInPlace } from '../../platform/access.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import type { Actor } from '../../platform/session.ts';
import { changeInPlace } from './change-in-place.ts';
import {
  deleteMessage,
  editMessage,
  type MessageReaders,
  type MessageRow,
  readMessage,
  toMessage,
} from './messages.store.ts';
import { postWithFiles } from './posts.files.ts';

const end = Number.MAX_SAFE_INTEGER;
/** Further back than this, a client reads the page again rather than each change. */
const changesKept = 1_000;
const changesAtOnce = 200;

export const messages: Handlers<typeof api.messages> = {
  send: {
    runs: 'own loading',
    async beforeFiles({ actor, body, services }) {
      // A client that names the place after its files is judged once they have come.
      if (!body.channelId && !body.conversationId) return undefined;
      const post = { senderId: actor.userId, placeId: placeIdOf(body), nonce: body.nonce ?? null };
      const message = await services.posts.foresee(post);
      return message ? { message } : undefined;
    },
    async handle({ actor, body, files, services, status }) {
      demand(files.length > 0 || !isBlank(body.content), 'empty_message');
      const post = {
        senderId: actor.userId,
        placeId: placeIdOf(body),
        content: body.content,
        nonce: body.nonce ?? null,
      };
      const { message, created } =
        files.length > 0 ? await postWithFiles(services, post, files) : await services.posts.post(post);
      status(created ? 201 : 200);
      return { message };
    },
  },

  page: {
    runs: 'own loading',
    async handle({ actor, query, services: { messages } }) {
      const placeId = placeIdOf(query);
      const { limit, prev, next, around } = query;
      if (next) {
        const page = await messages.newer(actor, placeId, { after: decodeCursor(next), count: limit + 1 });
        const more = page.rows.length > limit;
        return answer(page, page.rows.slice(0, limit), { hasBefore: true, hasAfter: more, hasMore: more });
      }
      if (around) return readAround(messages, actor, placeId, around.toLowerCase(), limit);
      const before = prev ? decodeCursor(prev) : end;
      const page = await messages.older(actor, placeId, { before, count: limit + 1 });
      const more = page.rows.length > limit;
      const rows = page.rows.slice(0, limit).reverse();
      return answer(page, rows, { hasBefore: more, hasAfter: prev !== undefined, hasMore: more });
    },
  },

  changes: {
    runs: 'own loading',
    async handle({ actor, query, services: { messages } }) {
      const { after } = query;
      const page = await messages.changes(actor, placeIdOf(query), { after, count: changesAtOnce + 1 });
      const behind = page.seq - after;
      if (behind < 0 || behind > changesKept) {
        return { reset: true, seq: page.seq, messages: [], deleted: [], hasMore: false };
      }
      const hasMore = page.rows.length > changesAtOnce;
      const rows = page.rows.slice(0, changesAtOnce);
      return {
        messages: rows.filter(row => !row.deleted).map(row => toMessage(row, page.place)),
        deleted: rows.filter(row => row.deleted).map(row => row.id),
        seq: hasMore ? (rows.at(-1) as MessageRow).seq : page.seq,
        hasMore,
      };
    },
  },

  ofChannel: latestOf('channel'),

  ofConversation: latestOf('conversation'),

  async one({ db, params, record }) {
    return { message: await readMessage(db, params.id, record.place) };
  },

  edit: {
    runs: 'own transactions',
    async handle({ actor, body, record, services }) {
      const { message, place } = record;
      demand(can.changeMessage(actor, { senderId: message.sender_id }), 'sender_only');
      demand(message.files || !isBlank(body.content), 'empty_message');
      return changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
        await editMessage(db, message.id, body.content, seq);
        const edited = await readMessage(db, message.id, place);
        tell('updateMessage', edited);
        return { message: edited };
      });
    },
  },

  remove: {
    runs: 'own transactions',
    async handle({ actor, db: reading, record, services, say }) {
      const { message, place } = record;
      const me = await factsInPlace(reading, place, actor.userId);
      demand(can.deleteMessage(me, { senderId: message.sender_id }), 'sender_only');
      const channel = place.kind === 'channel';
      const where = { channelId: channel ? place.placeId : null, conversationId: channel ? null : place.placeId };
      return changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
        await deleteMessage(db, message.id, seq);
        tell('deleteMessage', { _id: message.id, ...where, seq });
        return { message: say('message_deleted') };
      });
    },
  },
};

interface Latest {
  actor: Actor;
  params: { id: string };
  services: { messages: MessageReaders };
}

/** Reads the latest messages of a place, which is of this kind, ascending. */
function latestOf(kind: PlaceAccess['kind']) {
  return {
    runs: 'own loading' as const,
    async handle({ actor, params, services: { messages } }: Latest) {
      const latest = { before: end, count: limits.pageDefault };
      const { place, rows } = await messages.older(actor, params.id.toLowerCase(), latest);
      demand(place.kind === kind, 'not_found');
      return { messages: rows.toReversed().map(row => toMessage(row, place)) };
    },
  };
}

/** A page with the message in its middle, or as near as the ends of the place allow. */
async function readAround(readers: MessageReaders, actor: Actor, placeId: string, id: string, limit: number) {
  const olderCount = Math.ceil(limit / 2);
  const newerCount = limit - olderCount;
  const page = await readers.around(actor, placeId, { id, older: olderCount + 1, newer: newerCount + 1 });
  const at = page.rows.find(row => row.id === id)?.position ?? fail('message_not_found');
  const sorted = page.rows.toSorted((a, b) => a.position - b.position);
  const older = sorted.filter(row => row.position <= at);
  const newer = sorted.filter(row => row.position > at);
  const hasBefore = older.length > olderCount;
  const hasAfter = newer.length > newerCount;
  const rows = [...older.slice(hasBefore ? 1 : 0), ...newer.slice(0, newerCount)];
  return answer(page, rows, { hasBefore, hasAfter, hasMore: hasBefore });
}

function answer(
  { place, seq }: Reading<MessageRow>,
  rows: MessageRow[],
  more: { hasBefore: boolean; hasAfter: boolean; hasMore: boolean },
) {
  const first = rows[0];
  const last = rows.at(-1);
  return {
    messages: rows.map(row => toMessage(row, place)),
    prevCursor: first && more.hasBefore ? encodeCursor(first.position) : null,
    nextCursor: last && more.hasAfter ? encodeCursor(last.position) : null,
    seq,
    ...more,
  };
}

/** A cursor is a position: it stays good when the message it was made from is deleted. */
const encodeCursor = (position: number): string => Buffer.from(`p${position}`).toString('base64url');

function decodeCursor(cursor: string): number {
  const match = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match ? Number(match[1]) : fail('invalid_cursor');
}
