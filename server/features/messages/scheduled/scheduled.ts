import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { instantOf } from '@palabre/common/rules/local-times.ts';
import { isBlank } from '@palabre/common/rules/messages/message-content.ts';
import { placeIdOf } from '../../../platform/access/access.input.ts';
import { findThread } from '../../../platform/access/access.records.ts';
import { asAppError, demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction } from '../../../platform/work.ts';
import { dropFiles, fileIdsOf, keepUploads, leftToSweep } from '../files/open/attachments.ts';
import { leaveNow } from './leaving.ts';
import { readScheduled, type ScheduledRow, toScheduled } from './open/scheduled.store.ts';
import {
  deleteScheduled,
  insertScheduled,
  type NewScheduled,
  takeNow,
  updateScheduled,
  type When,
} from './scheduled.store.ts';

const dayMs = 24 * 3_600_000;

/** Handlers of scheduled messages and reminders. */
export const scheduled: Handlers<typeof api.scheduled> = {
  async list({ actor, db }) {
    return { scheduled: await readScheduled(db, actor.userId) };
  },

  create: {
    runs: 'own loading',
    async beforeFiles({ actor, body, services }) {
      await services.posts.foresee(await postOf(services, actor.userId, body));
      whenAsked(services, body);
      return undefined;
    },
    async handle({ actor, body, files, ip, services, status }) {
      demand(files.length > 0 || !isBlank(body.content), 'empty_message');
      // Rights count when the message leaves; a post that would be refused now is refused at once all the same.
      const post = await postOf(services, actor.userId, body);
      await services.posts.foresee(post);
      const id = newId();
      const of = { messageId: id, senderId: actor.userId, address: ip };
      const { threadOf, alsoInPlace, replyTo, replyNotifies, content, nonce } = body;
      const made = { id, threadOf, alsoInPlace, replyTo, replyNotifies, content, nonce };
      const when = whenAsked(services, body);
      const kept = files.length > 0 ? await keepUploads(services, of, files) : null;
      const drop = () =>
        dropFiles(services, fileIdsOf(kept ?? [])).catch(err => services.logger.warn({ err }, leftToSweep));
      try {
        const { row, created } = await schedule(services, {
          ...{ ...made, ...when, files: kept, authorId: actor.userId, placeId: post.placeId },
        });
        if (row.id !== id) await drop();
        status(created ? 201 : 200);
        return { scheduled: toScheduled(row) };
      } catch (error) {
        // On a database failure nobody knows whether it was stored: the sweep decides later.
        if (asAppError(error).status < 500) await drop();
        throw error;
      }
    },
  },

  remind: {
    runs: 'own transactions',
    async handle({ actor, body, record: { message, place }, services, status }) {
      const { row, created } = await schedule(services, {
        ...{ ...whenAsked(services, body), id: newId(), authorId: actor.userId, nonce: body.nonce },
        ...{ remindsOf: message.id, placeId: place.homeId, content: '', files: null },
      });
      status(created ? 201 : 200);
      return { scheduled: toScheduled(row) };
    },
  },

  async edit({ actor, body: { version, content, when }, record, services, work }) {
    demand(record.state !== 'leaving', 'scheduled_leaving');
    demand(record.version === version, 'scheduled_changed');
    const isText = record.reminds_of === null;
    if (isText && content !== undefined) demand(record.files || !isBlank(content), 'empty_message');
    const row = await updateScheduled(work.db, record.id, {
      content: isText ? content : undefined,
      when: when && whenAsked(services, when),
    });
    work.emit('updateScheduled', toScheduled(row), to(rooms.user(actor.userId)));
    return { scheduled: toScheduled(row) };
  },

  sendNow: {
    runs: 'own transactions',
    async handle({ body: { version }, db, record, services }) {
      // A reminder is a notification, and cannot be sent as a message.
      demand(record.reminds_of === null, 'not_found');
      demand(record.state !== 'leaving', 'scheduled_leaving');
      const taken = await takeNow(db, { id: record.id, version }, services.scheduleClock());
      return { message: await leaveNow(services, taken ?? fail('scheduled_changed')) };
    },
  },

  async cancel({ actor, record, services, say, work }) {
    demand(record.state !== 'leaving', 'scheduled_leaving');
    await deleteScheduled(work.db, record.id);
    const ids = fileIdsOf(record.files ?? []);
    if (ids.length > 0)
      work.afterCommit(() => dropFiles(services, ids).catch(err => services.logger.warn({ err }, leftToSweep)));
    work.emit('deleteScheduled', { _id: record.id }, to(rooms.user(actor.userId)));
    return { message: say(record.reminds_of ? 'reminder_cancelled' : 'scheduled_cancelled') };
  },
};

interface AskedPost {
  channelId?: string | null | undefined;
  conversationId?: string | null | undefined;
  threadOf?: string | null | undefined;
  replyTo?: string | null | undefined;
}

/**
 * Makes the post that a scheduled message would be now, without its nonce, since nothing is stored under it yet. A
 * reply may name only its root.
 */
async function postOf(
  { database }: Pick<Services, 'database'>,
  senderId: string,
  { channelId, conversationId, threadOf, replyTo }: AskedPost,
) {
  const alone = threadOf && !channelId && !conversationId ? threadOf : null;
  const thread = alone && (await findThread(database.kysely, senderId, alone));
  if (alone && !thread) fail('message_not_found');
  const placeId = thread ? thread.place.homeId : placeIdOf({ channelId, conversationId });
  return { senderId, placeId, threadOf, nonce: null, replyTo: replyTo ?? null };
}

/** Returns the instant of a local time, which must be in the future, and not too far. */
function whenAsked(
  { scheduleClock }: Pick<Services, 'scheduleClock'>,
  { localTime, zone }: { localTime: string; zone: string },
): When {
  const aheadMs = instantOf(localTime, zone) - scheduleClock().getTime();
  demand(aheadMs > 0, 'time_past');
  demand(aheadMs <= limits.scheduledDaysAhead * dayMs, 'time_too_far');
  return { localTime, zone, at: new Date(instantOf(localTime, zone)) };
}

/** Stores a scheduled message, and updates its author's devices. */
function schedule(services: Services, made: NewScheduled): Promise<{ row: ScheduledRow; created: boolean }> {
  return inTransaction(services, async work => {
    const stored = await insertScheduled(work.db, made);
    if (stored === 'gone') fail('unauthorized');
    if (stored === 'full') fail('too_many_scheduled');
    if (stored.created) work.emit('updateScheduled', toScheduled(stored.row), to(rooms.user(made.authorId)));
    return stored;
  });
}
