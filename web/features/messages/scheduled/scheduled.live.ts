import { api } from '@palabre/common/contract/index.ts';
import { byCode } from '@palabre/common/rules/order.ts';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery } from '../../../platform/server/query.ts';

/** Applies the events of scheduled messages to the list of their author. */
export const scheduledLive = {
  updateScheduled(told, client) {
    patchQuery(client, api.scheduled.list, {}, ({ scheduled }) => {
      const known = scheduled.find(({ _id }) => _id === told._id);
      if (known && known.version > told.version) return { scheduled };
      const others = scheduled.filter(one => one !== known);
      return { scheduled: [...others, told].sort((a, b) => byCode(a.at, b.at) || byCode(a._id, b._id)) };
    });
  },

  deleteScheduled({ _id }, client) {
    patchQuery(client, api.scheduled.list, {}, ({ scheduled }) => ({
      scheduled: scheduled.filter(one => one._id !== _id),
    }));
  },
} satisfies LiveHandlers;
