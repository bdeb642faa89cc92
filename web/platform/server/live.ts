import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Says what a feature does with the events that concern it: it brings the caches it owns up to date, and nothing else. */
export type LiveHandlers = { [N in EventName]?: (payload: EventPayload<N>, client: QueryClient) => void };
