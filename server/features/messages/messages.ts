import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { isBlank } from '@palabre/common/rules/message-content.ts';
import { placeIdOf } from '../../platform/access.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Handlers } from '../../platform/http/route.ts';
import type { Db } from '../../platform/postgres/db.ts';
import { changeInPlace } from './change-in-place.ts';
import {
  deleteMessage,
  editMessage,
  type MessageRow,
  type Page,
  readChanges,
  readMessage,
  readPosition,
  readWindow,
  toMessage,
} from './messages.store.ts';

const end = Number.MAX_SAFE_INTEGER;
/** Further back than this, a client reads the page again rather than each change. */
const changesKept = 1_000;
const changesAtOnce = 200;

export const messages: Handlers<typeof api.messages> = {
  send: {
    runs: 'own loading',
    async handle({ actor, body, services, status }) {
      demand(!isBlank(body.content), 'empty_message');
      const post = {
        senderId: actor.userId,
        placeId: placeIdOf(body),
        content: body.content,
        nonce: body.nonce ?? null,
      };
      const { message, created } = await services.posts.post(post);
      status(created ? 201 : 200);
      return { message };
    },
  },

  async page({ db, record, query }) {
    const { placeId } = record;
    const { limit, prev, next, around } = query;
    if (next) {
      const after = decodeCursor(next);
      const page = await readWindow(db, placeId, { newer: { after, count: limit + 1 } });
      const more = page.rows.length > limit;
      return answer({ ...page, rows: page.rows.slice(0, limit) }, { hasBefore: true, hasAfter: more, hasMore: more });
    }
    if (around) {
      return readAround(db, placeId, await readPosition(db, placeId, around), limit);
    }
    const page = await readWindow(db, placeId, {
      older: { before: prev ? decodeCursor(prev) : end, count: limit + 1 },
    });
    const more = page.rows.length > limit;
    const rows = more ? page.rows.slice(1) : page.rows;
    return answer({ ...page, rows }, { hasBefore: more, hasAfter: prev !== undefined, hasMore: more });
  },

  async changes({ db, record, query }) {
    const page = await readChanges(db, record.placeId, query.after, changesAtOnce + 1);
    const behind = page.seq - query.after;
    if (behind < 0 || behind > changesKept) {
      return { reset: true, seq: page.seq, messages: [], deleted: [], hasMore: false };
    }
    const hasMore = page.rows.length > changesAtOnce;
    const rows = page.rows.slice(0, changesAtOnce);
    return {
      messages: rows.filter(row => !row.deleted_at).map(toMessage),
      deleted: rows.filter(row => row.deleted_at).map(row => row.id),
      seq: hasMore ? (rows.at(-1) as MessageRow).seq : page.seq,
      hasMore,
    };
  },

  async ofChannel({ db, record }) {
    const { rows } = await readWindow(db, record.channel.id, { older: { before: end, count: limits.pageDefault } });
    return { messages: rows.map(toMessage) };
  },

  async one({ db, params }) {
    return { message: await readMessage(db, params.id) };
  },

  edit: {
    runs: 'own transactions',
    async handle({ actor, body, record, services }) {
      const { message, place } = record;
      demand(can.changeMessage(actor, { senderId: message.sender_id }), 'sender_only');
      demand(!isBlank(body.content), 'empty_message');
      return changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
        await editMessage(db, message.id, body.content, seq);
        const edited = await readMessage(db, message.id);
        tell('updateMessage', edited);
        return { message: edited };
      });
    },
  },

  remove: {
    runs: 'own transactions',
    async handle({ actor, record, services, say }) {
      const { message, place } = record;
      demand(can.changeMessage(actor, { senderId: message.sender_id }), 'sender_only');
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

/** A page with the message in its middle, or as near as the ends of the place allow. */
async function readAround(db: Db, placeId: string, position: number, limit: number) {
  const olderCount = Math.ceil(limit / 2);
  const newerCount = limit - olderCount;
  const page = await readWindow(db, placeId, {
    older: { before: position + 1, count: olderCount + 1 },
    newer: { after: position, count: newerCount + 1 },
  });
  const older = page.rows.filter(row => row.position <= position);
  const newer = page.rows.filter(row => row.position > position);
  const hasBefore = older.length > olderCount;
  const hasAfter = newer.length > newerCount;
  const rows = [...older.slice(hasBefore ? 1 : 0), ...newer.slice(0, newerCount)];
  return answer({ ...page, rows }, { hasBefore, hasAfter, hasMore: hasBefore });
}

function answer(page: Page, more: { hasBefore: boolean; hasAfter: boolean; hasMore: boolean }) {
  const first = page.rows[0];
  const last = page.rows.at(-1);
  return {
    messages: page.rows.map(toMessage),
    prevCursor: first && more.hasBefore ? encodeCursor(first.position) : null,
    nextCursor: last && more.hasAfter ? encodeCursor(last.position) : null,
    seq: page.seq,
    ...more,
  };
}

/** A cursor is a position: it stays good when the message it was made from is deleted. */
const encodeCursor = (position: number): string => Buffer.from(`p${position}`).toString('base64url');

function decodeCursor(cursor: string): number {
  const match = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match ? Number(match[1]) : fail('invalid_cursor');
}
