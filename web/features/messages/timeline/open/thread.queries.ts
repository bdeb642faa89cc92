import { api } from '@palabre/common/contract/index.ts';
import { endpointQuery } from '../../../../platform/server/query.ts';

/** Stale time of a thread: one response serves both its root and its list of messages, which ask at the same moment. */
const sharedMs = 1_000;

/** Query of a thread, by its root: the root, its state, and its latest replies. */
export const threadQuery = (id: string) => ({
  ...endpointQuery(api.threads.one, { params: { id } }),
  staleTime: sharedMs,
});
