import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Live handlers of a feature, by event: each updates the caches that the feature owns, and does nothing else. */
export type LiveHandlers = { [N in EventName]?: (payload: EventPayload<N>, client: QueryClient) => void };
