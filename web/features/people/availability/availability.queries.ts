/**
 * Queries of the availability feature: the user's own hours, absences and quiet. `open/off-duty.ts` reads other
 * people's.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../../../platform/server/api.ts';
import { endpointQuery } from '../../../platform/server/query.ts';

type Hours = CallInput<typeof api.availability.setHours>['body']['hours'];
type Absences = CallInput<typeof api.availability.setAbsences>['body']['absences'];

/** Reads the user's hours, absences and quiet; events keep them current. */
export const useOwnAvailability = () =>
  useQuery({ ...endpointQuery(api.availability.own), select: ({ own }) => own, meta: { silent: true } });

/** Sets the user's hours; null for none, undefined to follow the default. The answer changes the cache as its event does. */
export const useSetHours = () =>
  useMutation({
    mutationFn: (hours: Hours | undefined) =>
      hours === undefined ? call(api.availability.followDefault) : call(api.availability.setHours, { body: { hours } }),
    meta: { silent: true },
  });

/** Replaces the user's absences. */
export const useSetAbsences = () =>
  useMutation({
    mutationFn: (absences: Absences) => call(api.availability.setAbsences, { body: { absences } }),
    meta: { silent: true },
  });
