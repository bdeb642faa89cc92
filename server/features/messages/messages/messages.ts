import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import { validate as isUuid } from 'uuid';
import { placeIdOf } from '../../../platform/access/access.input.ts';
import { isThread, type PlaceAccess } from '../../../platform/access/access.places.ts';
import { factsInPlace } from '../../../platform/access/access.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { audit } from '../../running/audit/open/record.ts';
import { replaceMentions } from '../mentions/open/mentions.store.ts';
import { alsoCalling, type Called, calledBy } from '../mentions/open/mentions.ts';
import { changeInPlace } from '../timeline/open/change-in-place.ts';
import {
  deleteMessage,
  editMessage,
  type MessageReaders,
  type MessageRow,
  readMessage,
  readPlaceName,
  toPageMessage,
} from '../timeline/open/messages.store.ts';
import { readLinked } from './linked.ts';
import { answer, decodeCursor, readAround, readSince } from './pages.ts';
import { postWithFiles } from './posts.files.ts';
import type { Post } from './posts.ts';

const end = Number.MAX_SAFE_INTEGER;
/** Largest distance to catch up by changes; a client further behind reads the page again. */
const changesKept = 1_000;
const changesAtOnce = 200;

/** Handlers of messages: post, read pages, catch up on changes, preview links, edit, delete. */
export const messages: Handlers<typeof api.messages> = {
  send: {
    runs: 'own loading',
    async beforeFiles({ actor, body, services }) {
      // A client that names the place after its files is judged once the files have come.
      if (!body.channelId && !body.conversationId && !body.threadId && !body.threadOf) return undefined;
      const { nonce = null, replyTo } = body;
      const post = { senderId: actor.userId, ...whereOf(body), nonce, replyTo };
      const message = await services.posts.foresee(post);
      return message ? { message } : undefined;
    },
    async handle({ actor, body, files, ip, services, status }) {
      demand(files.length > 0 || !isBlank(body.content), 'empty_message');
      const post = {
        senderId: actor.userId,
        ...whereOf(body),
        alsoInPlace: body.alsoInPlace,
        content: body.content,
        nonce: body.nonce ?? null,
        replyTo: body.replyTo,
        replyNotifies: body.replyNotifies,
      };
      const { message, created } =
        files.length > 0 ? await postWithFiles(services, post, files, ip) : await services.posts.post(post);
      status(created ? 201 : 200);
      return { message };
    },
  },

  page: {
    runs: 'own loading',
    async handle({ actor, query, services: { messages } }) {
      const placeId = placeIdOf(query);
      const { limit, prev, next, around, since } = query;
      if (next) {
        const page = await messages.newer(actor, placeId, { after: decodeCursor(next), count: limit + 1 });
        const more = page.rows.length > limit;
        return answer(page, page.rows.slice(0, limit), { hasBefore: true, hasAfter: more, hasMore: more });
      }
      if (around) return readAround(messages, actor, placeId, around, limit);
      if (since) return readSince(messages, actor, placeId, Date.parse(since), limit);
      const before = prev ? decodeCursor(prev) : end;
      const page = await messages.older(actor, placeId, { before, count: limit + 1 });
      const more = page.rows.length > limit;
      const rows = page.rows.slice(0, limit).reverse();
      return answer(page, rows, { hasBefore: more, hasAfter: prev !== undefined, hasMore: more });
    },
  },

  changes: {
    runs: 'own loading',
    async handle({ actor, query, services: { messages, catchUps } }) {
      const { after } = query;
      const page = await messages.changes(actor, placeIdOf(query), { after, count: changesAtOnce + 1 });
      const behind = page.seq - after;
      if (behind < 0 || behind > changesKept) {
        catchUps.restart += 1;
        return { reset: true, seq: page.seq, messages: [], deleted: [], hasMore: false };
      }
      catchUps.changes += 1;
      const hasMore = page.rows.length > changesAtOnce;
      const rows = page.rows.slice(0, changesAtOnce);
      return {
        messages: rows.filter(row => !row.deleted || row.kept).map(row => toPageMessage(row, page.place, page.own)),
        deleted: rows.filter(row => row.deleted && !row.kept).map(row => row.id),
        seq: hasMore ? (rows.at(-1) as MessageRow).seq : page.seq,
        hasMore,
      };
    },
  },

  ofChannel: latestOf('channel'),

  ofConversation: latestOf('conversation'),

  async linked({ actor, db, query }) {
    const ids = query.ids.toLowerCase().split(',').filter(isUuid).slice(0, limits.linkedMessages);
    return { messages: await readLinked(db, actor.userId, [...new Set(ids)]) };
  },

  async one({ db, params, record }) {
    return { message: await readMessage(db, params.id, record.place) };
  },

  edit: {
    runs: 'own transactions',
    async handle({ actor, body, record, services }) {
      const { message, place } = record;
      demand(can.changeMessage(actor, { senderId: message.sender_id }), 'sender_only');
      demand(message.files || !isBlank(body.content), 'empty_message');
      const called = await calledAnew(services, { ...message, placeId: place.placeId, after: body.content });
      const answer = await changeInPlace(services, place.placeId, async ({ db, seq, tell }) => {
        await editMessage(db, message.id, body.content, seq);
        if (called) await replaceMentions(db, message.id, called);
        const edited = await readMessage(db, message.id, place);
        tell('updateMessage', edited);
        return { message: edited };
      });
      if (called) {
        const named = { targets: namedIn(message.content).ids, everyone: message.everyone ? place.placeId : null };
        const before = alsoCalling(named, { reply_calls: answer.message.replyTo?.calls ?? null });
        services.mentionEvents.queueEdited(answer.message, called, before);
      }
      return answer;
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
        if (!can.changeMessage(actor, { senderId: message.sender_id })) {
          await audit.record(
            { db },
            {
              action: 'message_deleted',
              actorId: actor.userId,
              person: message.sender_id,
              where: await readPlaceName(db, place.placeId),
            },
          );
        }
        tell('deleteMessage', { _id: message.id, ...where, seq });
        return { message: say('message_deleted') };
      });
    },
  },
};

/** Returns where a post goes: a place, or the thread under a message, with its place if the client names it. */
function whereOf(body: PlaceIds & { threadOf?: string | null | undefined }): Pick<Post, 'placeId' | 'threadOf'> {
  const { channelId, conversationId, threadId, threadOf } = body;
  demand(!threadId || !threadOf, 'thread_in_thread');
  if (threadId) return { placeId: undefined, threadOf: placeIdOf(body) };
  return { placeId: threadOf && !channelId && !conversationId ? undefined : placeIdOf(body), threadOf };
}

/** Finds whom an edited message calls; undefined when neither text mentions anybody. */
async function calledAnew(
  { database }: Pick<Services, 'database'>,
  {
    sender_id: senderId,
    placeId,
    content,
    after,
  }: { sender_id: string; placeId: string; content: string; after: string },
): Promise<Called | undefined> {
  if (!content.includes('<@') && !after.includes('<@')) return undefined;
  return (await calledBy(database.pool, [{ senderId, placeId, content: after }]))[0];
}

interface Latest {
  actor: Actor;
  params: { id: string };
  services: { messages: MessageReaders };
}

/** Makes the handler of the latest messages of a place of this kind, ascending. */
function latestOf(kind: PlaceAccess['kind']) {
  return {
    runs: 'own loading' as const,
    async handle({ actor, params, services: { messages } }: Latest) {
      const latest = { before: end, count: limits.pageDefault };
      const { place, rows, own } = await messages.older(actor, params.id.toLowerCase(), latest);
      demand(place.kind === kind && !isThread(place), 'not_found');
      return { messages: rows.toReversed().map(row => toPageMessage(row, place, own)) };
    },
  };
}
