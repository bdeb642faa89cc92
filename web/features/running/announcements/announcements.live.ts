import { api } from '@palabre/common/contract/index.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery, refetch } from '../../../platform/server/query.ts';

/** Applies the events of announcements. */
export const announcementsLive = {
  newAnnouncement(made, client) {
    patchQuery(client, api.announcements.shown, {}, ({ announcements }) => ({
      announcements: [...announcements.filter(({ _id }) => _id !== made._id), made],
    }));
    refetch(client, api.announcements.list);
  },
  endAnnouncement(ended, client) {
    patchQuery(client, api.announcements.shown, {}, ({ announcements }) => ({
      announcements: announcements.filter(({ _id }) => _id !== ended._id),
    }));
    refetch(client, api.announcements.list);
  },
} satisfies LiveHandlers;
