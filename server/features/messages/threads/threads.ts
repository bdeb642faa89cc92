import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { validate as isUuid } from 'uuid';
import { placeOf } from '../../../platform/access/access.places.ts';
import { decodeCursor, encodeCursor } from '../../../platform/http/cursors.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import { readThreads } from '../../reading/unread/open/read-threads.ts';
import { latestPage, writeAnswer } from '../timeline/open/pages.ts';
import { noteUntold } from './tellings.store.ts';
import {
  type ListedAt,
  listThreads,
  readLastReplies,
  readRoot,
  readRoots,
  readStates,
  setFollowing,
} from './threads.store.ts';

/** Handlers of threads: read one, list, read states, follow, mark as read. */
export const threads: Handlers<typeof api.threads> = {
  async one({ actor, db, record: { place }, services }) {
    const { root, thread, isPlace } = await readRoot(db, actor.userId, place);
    const { messages, around } = await latestPage(services.messages, actor, isPlace ? place.placeId : null);
    return writeAnswer(messages, { ...around, root, thread });
  },

  async list({ actor, db, query: { filter, cursor } }) {
    const { threadsListed } = limits;
    const found = await listThreads(db, actor.userId, { filter, after: listedAt(cursor), count: threadsListed + 1 });
    const { page, nextCursor } = pageOf(found, threadsListed, ({ at, id }) => encodeCursor({ name: at, id }));
    const places = page.map(row => placeOf(row.id, row));
    const [roots, replies] = [await readRoots(db, actor.userId, places), await readLastReplies(db, places)];
    return {
      threads: page.flatMap(({ id, title }) => {
        const rooted = roots.get(id);
        return rooted ? [{ root: rooted.root, thread: rooted.thread, title, last: replies.get(id) ?? [] }] : [];
      }),
      nextCursor,
    };
  },

  async states({ actor, db, query }) {
    const ids = query.ids.toLowerCase().split(',').filter(isUuid).slice(0, limits.threadStates);
    return { threads: await readStates(db, actor.userId, [...new Set(ids)]) };
  },

  async follow({ actor, body, record: { place }, services, work }) {
    await services.limits.spend('mark', actor.userId);
    demand(await setFollowing(work.db, actor.userId, place.placeId, body.following), 'message_not_found');
    // A concurrent announcement may carry the person's state from before this change, so the thread is announced once
    // more.
    await noteUntold(work.db, place.placeId);
    work.afterCommit(() => services.threadEvents.queue(place.placeId));
    const { thread } = await readRoot(work.db, actor.userId, place);
    work.emit('updateThread', thread, to(rooms.user(actor.userId)));
    return { thread };
  },

  async read({ actor, body, say, services, work }) {
    await services.limits.spend('read', actor.userId);
    const { channelId, conversationId } = body;
    demand(!channelId || !conversationId, 'one_place');
    await readThreads(work, actor.userId, { channelId: channelId ?? null, conversationId: conversationId ?? null });
    return { message: say('threads_read') };
  },
};

/** Decodes the cursor of a list of threads. */
function listedAt(cursor: string | undefined): ListedAt | null {
  const decoded = decodeCursor(cursor);
  if (!decoded) return null;
  return /^\d{1,17}$/.test(decoded.name) ? { at: decoded.name, id: decoded.id } : fail('invalid_cursor');
}
