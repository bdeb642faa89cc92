import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Message, PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import { validate as isUuid } from 'uuid';
import { placeIdOf } from '../../../platform/access/access.input.ts';
import { isThread, type PlaceAccess } from '../../../platform/access/access.places.ts';
import { findMessage } from '../../../platform/access/access.records.ts';
import { factsInPlace } from '../../../platform/access/access.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import { audit } from '../../running/audit/open/record.ts';
import { replaceMentions } from '../mentions/open/mentions.store.ts';
import { alsoCalling, type Called, calledBy } from '../mentions/open/mentions.ts';
import { deleteInPlace } from '../timeline/open/deletion.ts';
import { type MessageReaders, writeMessages } from '../timeline/open/message-pages.store.ts';
import {
  editMessage,
  type MessageRow,
  readAuthors,
  readMessage,
  readPlaceName,
} from '../timeline/open/messages.store.ts';
import {
  decodeCursor,
  end,
  readAround,
  readBefore,
  readSince,
  toPage,
  writeAnswer,
  writePage,
} from '../timeline/open/pages.ts';
import { changeRows } from '../timeline/open/twins.ts';
import type { Post } from './judging.ts';
import { readLinked } from './linked.ts';
import { postWithFiles } from './posts.files.ts';

/** Largest distance to catch up by changes; a client further behind reads the page again. */
const changesKept = 1_000;
const changesAtOnce = 200;

/** Handlers of messages: post, read pages, catch up on changes, preview links, edit, delete. */
export const messages: Handlers<typeof api.messages> = {
  send: {
    runs: 'own loading',
    async beforeFiles({ actor, body, services }) {
      // If the client names the place after its files, the post is checked once the files have arrived.
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
        return writePage(toPage(page, page.rows.slice(0, limit), { hasBefore: true, hasAfter: more, hasMore: more }));
      }
      if (around) return writePage(await readAround(messages, actor, placeId, around, limit));
      if (since) return writePage(await readSince(messages, actor, placeId, Date.parse(since), limit));
      const before = prev ? decodeCursor(prev) : end;
      return writePage(await readBefore(messages, actor, placeId, { before, limit, hasAfter: prev !== undefined }));
    },
  },

  changes: {
    runs: 'own loading',
    async handle({ actor, query, services: { messages, catchUps, database } }) {
      const { after, authorsFrom } = query;
      const page = await messages.changes(actor, placeIdOf(query), { after, count: changesAtOnce + 1 });
      const behind = page.seq - after;
      if (behind < 0 || behind > changesKept) {
        catchUps.restart += 1;
        return { reset: true, seq: page.seq, messages: [], deleted: [], hasMore: false };
      }
      catchUps.changes += 1;
      const hasMore = page.rows.length > changesAtOnce;
      const rows = page.rows.slice(0, changesAtOnce);
      const kept = rows.filter(row => !row.deleted || row.kept);
      const authors =
        authorsFrom !== undefined && (await readAuthors(database.kysely, page.place.placeId, authorsFrom));
      return writeAnswer(writeMessages(kept, page), {
        deleted: rows.filter(row => row.deleted && !row.kept).map(row => row.id),
        seq: hasMore ? (rows.at(-1) as MessageRow).seq : page.seq,
        hasMore,
        ...(authors && { authors }),
      });
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
    async handle({ actor, body, db, record, services }) {
      const { message, place } = record;
      demand(can.changeMessage(actor, { senderId: message.sender_id }), 'sender_only');
      demand(message.files || !isBlank(body.content), 'empty_message');
      const { twin_id: twinId, twin_thread_id: twinThreadId } = message;
      // A reply and its copy in the channel share the mentions of the reply.
      const calling =
        twinThreadId && twinId ? ((await findMessage(db, actor.userId, twinId))?.row ?? message) : message;
      const called = await calledAnew(services, { ...message, placeId: place.homeId, after: body.content });
      const edited = new Map<string, Message>();
      const answer = await changeRows(
        services,
        { id: message.id, place, twinId, twinThreadId },
        async row => {
          await editMessage(row.db, row.id, body.content, row.seq);
          if (called && row.id === calling.id) await replaceMentions(row.db, row.id, called);
          const after = await readMessage(row.db, row.id, row.place);
          row.tell('updateMessage', after);
          edited.set(row.id, after);
        },
        { also: async () => ({ message: edited.get(message.id) as Message }) },
      );
      const told = edited.get(calling.id);
      if (called && told) {
        const named = { targets: namedIn(message.content).ids, everyone: calling.everyone ? place.homeId : null };
        const before = alsoCalling(named, { reply_calls: told.replyTo?.calls ?? null });
        services.mentionEvents.queueEdited(told, called, before);
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
      const { twin_id: twinId, twin_thread_id: twinThreadId } = message;
      return deleteInPlace(services, { id: message.id, place, twinId, twinThreadId }, async ({ db }) => {
        if (!can.changeMessage(actor, { senderId: message.sender_id })) {
          await audit.record(
            { db },
            {
              action: 'message_deleted',
              actorId: actor.userId,
              person: message.sender_id,
              where: await readPlaceName(db, place.homeId),
            },
          );
        }
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

/** Finds the new mentions of an edited message; undefined when neither text mentions anybody. */
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
      const page = await messages.older(actor, params.id.toLowerCase(), latest);
      demand(page.place.kind === kind && !isThread(page.place), 'not_found');
      return writeAnswer(writeMessages(page.rows.toReversed(), page), {});
    },
  };
}
