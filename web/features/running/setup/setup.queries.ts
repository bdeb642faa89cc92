/**
 * Queries of the first settings: `open/SetupNotice.tsx` offers them to an administrator, `open/SetupSteps.tsx` asks,
 * `open/ChecksCards.tsx` tests mails and makes a backup.
 */

import { api } from '@palabre/common/contract/index.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/server/api.ts';
import { endpointQuery, keyOf } from '../../../platform/server/query.ts';

/** Polling interval of a backup in progress. */
const lookAgainMs = 2_000;

/** Reads the state of the first settings; polls during a backup. */
export const useSetup = () =>
  useQuery({
    ...endpointQuery(api.setup.read),
    select: ({ setup }) => setup,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.setup.backup.isRunning ? lookAgainMs : false),
    meta: { silent: true },
  });

/** Ends the first settings: no administrator is asked again. */
export function useEndSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.setup.end),
    onSuccess: answer => client.setQueryData(keyOf(api.setup.read), answer),
  });
}

/** Sends a test mail; its result is in the answer. */
export const useTestMail = () => useMutation({ mutationFn: () => call(api.setup.testMail) });

/** Makes a backup now. */
export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.setup.backUp),
    onSuccess: answer => client.setQueryData(keyOf(api.setup.read), answer),
  });
}
