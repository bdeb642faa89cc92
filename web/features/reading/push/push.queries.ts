/**
 * Queries of pushes: the server's key, and the person's devices that get them. `open/PushSettings.tsx` sets them,
 * `subscription.ts` subscribes the browser, `push.live.ts` and `open/shown.ts` close notifications read elsewhere.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { PushDetail, PushDevice } from '@palabre/common/contract/reading/push.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askPermission } from '../../../platform/device/permission.ts';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, refetch } from '../../../platform/server/query.ts';
import { useSession } from '../../../platform/session/session.ts';
import { subscribeDevice, unsubscribeDevice } from './subscription.ts';

/** Reads the key that browsers subscribe with; null if this server cannot push. */
export function usePushKey() {
  return useQuery({ ...endpointQuery(api.push.key), select: ({ key }) => key });
}

/** Reads the person's devices that get pushes. */
export function usePushDevices() {
  return useQuery({ ...endpointQuery(api.push.devices), staleTime: 0, select: ({ devices }) => devices });
}

const myId = (): string => useSession.getState().user?._id ?? '';

/**
 * Turns pushes on for this device, after the browser's permission, changes their content, or turns them off. The switch
 * shows its failure.
 */
export function useSetPush(key: string | null | undefined) {
  const client = useQueryClient();
  return useMutation({
    // Quick successive choices are applied in order.
    scope: { id: 'push' },
    meta: { silent: true },
    mutationFn: async (detail: PushDetail | 'off'): Promise<void> => {
      if (detail === 'off') return unsubscribeDevice(myId());
      if ((await askPermission()) === 'granted' && key) await subscribeDevice(myId(), key, detail);
    },
    onSettled: () => refetch(client, api.push.devices),
  });
}

/** Stops pushes to another device. */
export function useRemovePushDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: PushDevice) => call(api.push.unsubscribe, { body: { id: _id } }),
    onSettled: () => refetch(client, api.push.devices),
  });
}

/** Sends a test to a device. */
export function useTryPush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: PushDevice) => call(api.push.test, { body: { id: _id } }),
    onSettled: () => refetch(client, api.push.devices),
  });
}
