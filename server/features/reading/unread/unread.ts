import type { api } from '@palabre/common/contract/index.ts';
import { placeIdOf } from '../../../platform/access/access.input.ts';
import { isThread } from '../../../platform/access/access.places.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import { inTransaction } from '../../../platform/work.ts';
import { setLevel } from './level.store.ts';
import { markAll, undoMarkAll } from './mark-all.store.ts';
import { countNew } from './new-messages.store.ts';
import { readThreads } from './open/read-threads.ts';
import { readState, writeUnread } from './open/unread.store.ts';

/** Handlers of unread states: list, read, count, mark, mark all, undo, set the level. */
export const unread: Handlers<typeof api.unread> = {
  async list({ db, actor }) {
    return writeUnread(db, actor.userId);
  },

  async one({ db, actor, record }) {
    return { unread: await readState(db, { userId: actor.userId, placeId: record.placeId }) };
  },

  // Counts the new messages after a position, for the line above them; the badge uses the counts of `list` and `one`.
  async count({ db, actor, record, query }) {
    return { count: await countNew(db, { userId: actor.userId, placeId: record.placeId }, query.after) };
  },

  mark: {
    runs: 'own loading',
    async handle({ actor, body, services }) {
      await services.limits.spend('read', actor.userId);
      const { position, back = false } = body;
      const reader = { userId: actor.userId, placeId: placeIdOf(body) };
      const unread = await services.readPointers.mark({ ...reader, position, back });
      if (body.threads && !unread.threadId)
        await inTransaction(services, work => readThreads(work, actor.userId, unread));
      return { unread };
    },
  },

  async markAll({ work, actor, services, say }) {
    await services.limits.spend('read', actor.userId);
    const undo = await markAll(work.db, actor.userId);
    work.emit('readAll', { _id: actor.userId }, to(rooms.user(actor.userId)));
    return { message: say('all_read'), undo };
  },

  async undoMarkAll({ work, actor, body, services, say }) {
    await services.limits.spend('read', actor.userId);
    demand(await undoMarkAll(work.db, actor.userId, body.undo), 'undo_too_late');
    work.emit('readAllUndone', { _id: actor.userId }, to(rooms.user(actor.userId)));
    return { message: say('all_read_undone') };
  },

  async setLevel({ work, actor, record, services, body }) {
    await services.limits.spend('read', actor.userId);
    // A thread has the level of its channel or conversation.
    demand(!isThread(record), 'not_found');
    const reader = { userId: actor.userId, placeId: record.placeId };
    await setLevel(work.db, reader, body);
    const state = await readState(work.db, reader);
    work.emit('updateUnread', state, to(rooms.user(actor.userId)));
    return { unread: state };
  },
};
