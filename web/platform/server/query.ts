import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { type QueryClient, queryOptions, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, type CallOptions, call } from './api.ts';

type Asked<E extends Endpoint> = Record<string, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

interface Parts {
  params?: unknown;
  query?: unknown;
}

function partOf(part: unknown): Record<string, unknown> | undefined {
  const given = Object.entries((part ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/**
 * Returns the cache key of an endpoint's response. Without input, the key is also the prefix of all the endpoint's keys, to
 * invalidate them together.
 */
export function keyOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>): readonly unknown[] {
  const { params, query }: Parts = input ?? {};
  const asked = { params: partOf(params), query: partOf(query) };
  return asked.params || asked.query ? [endpoint.path, asked] : [endpoint.path];
}

/** Returns the query options of a GET endpoint: `useQuery(endpointQuery(api.workspaces.one, { params: { id } }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: Asked<E>) {
  return queryOptions<OutputOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal, client, queryKey }) => {
      const run = call as (endpoint: E, input?: unknown, options?: CallOptions) => Promise<OutputOf<E>>;
      return run(endpoint, input, { signal, background: client.getQueryData(queryKey) !== undefined });
    },
    retry: mayRetry,
  });
}

/** Prefetches an endpoint into the cache. Its failure is silent; the component that later uses the query reports one. */
export function prefetch<E extends Endpoint>(client: QueryClient, endpoint: E, ...input: Asked<E>): void {
  void client.prefetchQuery({ ...endpointQuery(endpoint, ...input), meta: { silent: true } });
}

/** `updatedAt` of responses restored from the device's cache, older than any response of the server. */
export const restoredAt = 1;

/** Tells whether a query's data came from the server, not only from the device's cache. */
export const isFromServer = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean => dataUpdatedAt > restoredAt;

/** Stands for a part of a /boot response that the person may not read, so that its endpoint would refuse it. */
export const refusedPart = Symbol('refused');

/** Part of a /boot response for an endpoint: the endpoint's response, nothing, or `refusedPart`. */
export type PartOf<E extends Endpoint> = OutputOf<E> | null | undefined | typeof refusedPart;

/**
 * Fills this endpoint's cache from a pending /boot response. If boot omits the part, fetches the endpoint itself. If the part
 * is `refusedPart`, cancels the prefetch, as if it had never started.
 */
export function prefetchPart<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E>,
  answer: Promise<PartOf<E>>,
): void {
  let awaited: typeof answer | null = answer;
  const run = call as (endpoint: E, input?: unknown) => Promise<OutputOf<E>>;
  void client.prefetchQuery({
    ...(endpointQuery as (endpoint: E, input: InputOf<E>) => ReturnType<typeof endpointQuery<E>>)(endpoint, input),
    meta: { silent: true },
    queryFn: async () => {
      const first = awaited;
      awaited = null;
      const part = await first;
      if (part !== refusedPart) return part ?? run(endpoint, input);
      // Once all parts are cached: a component that mounts earlier would fetch the endpoint by stale parts.
      setTimeout(() => void client.cancelQueries({ queryKey: keyOf(endpoint, input), exact: true }));
      return new Promise<never>(() => {});
    },
  });
  // The query reports a failure to its observers; without any, the rejection must not be unhandled.
  answer.catch(() => {});
}

/** Retries twice a call that got no response or a 503; an error response would be the same again. */
export function mayRetry(failures: number, cause: Error): boolean {
  const passing = !(cause instanceof ApiError) || cause.status === 0 || cause.status === 503;
  return passing && failures < 2;
}

/** Returns the cached response of an endpoint, if there is one. */
export function cached<E extends Endpoint>(client: QueryClient, endpoint: E, ...[input]: Asked<E>) {
  return client.getQueryData<OutputOf<E>>(keyOf(endpoint, input));
}

/**
 * Writes a response that an event has changed. An invalidated query stays invalidated, and data from the device's cache
 * keeps `restoredAt`: an event brings only a part of the changes. A response whose refetch got a 404 is left alone: an
 * event from before would bring stale remains of it back.
 */
function write(client: QueryClient, key: readonly unknown[], answer: unknown): void {
  const { isInvalidated: stale, dataUpdatedAt, error } = client.getQueryState(key) ?? {};
  if (error instanceof ApiError && error.status === 404) return;
  client.setQueryData(key, answer, dataUpdatedAt === restoredAt ? { updatedAt: restoredAt } : undefined);
  if (stale) void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
}

/** Changes one cached response; does nothing if it is not cached. `change` may return the old response. */
export function patchQuery<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: InputOf<E> | undefined,
  change: (old: OutputOf<E>) => OutputOf<E>,
): void {
  const old = client.getQueryData<OutputOf<E>>(keyOf(endpoint, input));
  const next = old && change(old);
  if (next !== old) write(client, keyOf(endpoint, input), next);
}

/** Changes all cached responses of an endpoint, for any input; `change` also receives that input. */
export function patchQueries<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  change: (old: OutputOf<E>, input: Pick<InputOf<E>, 'params' | 'query'>) => OutputOf<E>,
): void {
  for (const [key, old] of client.getQueriesData<OutputOf<E>>({ queryKey: [endpoint.path] })) {
    if (old === undefined) continue;
    const next = change(old, (key[1] ?? {}) as Pick<InputOf<E>, 'params' | 'query'>);
    if (next !== old) write(client, key, next);
  }
}

/**
 * Returns the continuation of a list's loaded pages: the cursor of the next page; or, if a page after the first failed,
 * the function that refetches it.
 */
export function afterPages(pages: readonly UseQueryResult<{ nextCursor: string | null }>[]) {
  const last = pages.at(-1);
  const isMissing = pages.length > 1 && last !== undefined && last.data === undefined;
  return {
    next: last?.data?.nextCursor,
    again: isMissing && !last.isFetching ? () => void last.refetch() : undefined,
    isLoadingMore: isMissing && last.isFetching,
  };
}

/** Invalidates a cached response and refetches it if a component uses it. Without input: all responses of the endpoint. */
export function refetch<E extends Endpoint>(client: QueryClient, endpoint: E, input?: InputOf<E>): void {
  void client.invalidateQueries({ queryKey: keyOf(endpoint, input), exact: input !== undefined });
}
