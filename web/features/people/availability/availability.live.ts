import { api } from '@palabre/common/contract/index.ts';
import type { Absence } from '@palabre/common/contract/people/availability.ts';
import type { Named } from '@palabre/common/contract/people/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '../../../platform/server/live.ts';
import { patchQuery, refetch } from '../../../platform/server/query.ts';

/** Renames a deputy in the user's own absences; null removes the deputy. */
function patchDeputy(client: QueryClient, id: string, next: Named | null): void {
  const patched = (absence: Absence): Absence => (absence.deputy?._id === id ? { ...absence, deputy: next } : absence);
  patchQuery(client, api.availability.own, {}, old =>
    old.own.absences.some(({ deputy }) => deputy?._id === id)
      ? { own: { ...old.own, absences: old.own.absences.map(patched) } }
      : old,
  );
}

/** Applies the events of hours, absences and quiet. */
export const availabilityLive = {
  updateOwnAvailability: (own, client) => patchQuery(client, api.availability.own, {}, () => ({ own })),

  // The event only carries ids: only some of its receivers may see the deputy.
  updateAvailability: ({ _id: ids }, client) => refetch(client, api.availability.list, { query: { ids } }),

  updateUser({ _id, firstName, lastName }, client) {
    patchDeputy(client, _id, { _id, firstName, lastName });
  },

  deleteUser: ({ _id }, client) => patchDeputy(client, _id, null),
} satisfies LiveHandlers;
