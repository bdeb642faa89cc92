import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import { audit } from '../audit/open/record.ts';
import {
  countShown,
  dismiss,
  endAnnouncement,
  findAnnouncement,
  forgetDismissals,
  insertAnnouncement,
  isShown,
  lockAnnouncements,
  readAnnouncements,
  readShown,
} from './announcements.store.ts';

const dayMs = 86_400_000;

/** Handlers of announcements. */
export const announcements: Handlers<typeof api.announcements> = {
  async shown({ db, actor }) {
    return { announcements: await readShown(db, actor.userId) };
  },

  async dismiss({ work, actor, params }) {
    demand(await isShown(work.db, params.id), 'not_found');
    await dismiss(work.db, params.id, actor.userId);
    work.emit('endAnnouncement', { _id: params.id }, to(rooms.user(actor.userId)));
    return { announcements: await readShown(work.db, actor.userId) };
  },

  async list({ db, query: { search, limit, cursor } }) {
    const found = await readAnnouncements(db, { search, before: cursor, count: limit + 1 });
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { announcements: page, nextCursor };
  },

  async create({ work, actor, body: { text, kind, endsAt } }) {
    const aheadMs = Date.parse(endsAt) - Date.now();
    demand(aheadMs > 0 && aheadMs <= limits.announcementDaysAhead * dayMs, 'announcement_end');
    const { db } = work;
    await lockAnnouncements(db);
    demand((await countShown(db)) < limits.announcementsAtOnce, 'announcements_full');
    const id = newId();
    await forgetDismissals(db);
    await insertAnnouncement(db, { id, text, kind, endsAt: new Date(endsAt), authorId: actor.userId });
    await audit.record(work, {
      action: 'announcement_made',
      actorId: actor.userId,
      target: { id, name: excerptOf(text) },
    });
    const announcement = (await findAnnouncement(db, id)) ?? fail('internal');
    const { _id, endsAt: until } = announcement;
    work.emit('newAnnouncement', { _id, text, kind, endsAt: until }, to(rooms.everyone, rooms.allGuests));
    return { announcement };
  },

  async end({ work, actor, params, say }) {
    const text = (await endAnnouncement(work.db, params.id)) ?? fail('not_found');
    await audit.record(work, {
      action: 'announcement_ended',
      actorId: actor.userId,
      target: { id: params.id, name: excerptOf(text) },
    });
    work.emit('endAnnouncement', { _id: params.id }, to(rooms.everyone, rooms.allGuests));
    return { message: say('announcement_ended') };
  },
};

/** Shortens a text to a line of the journal. */
const excerptOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > limits.title ? `${line.slice(0, limits.title - 1).replace(/\p{Surrogate}$/u, '')}…` : line;
};
