import type { Endpoint, InputOf, OutputOf } from '@palabre/common/contract/define.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './api.ts';

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
 * The cache key of an endpoint's answer. Without input: the key of an endpoint that takes none, and the beginning of
 * every key of one that does (to invalidate them all).
 */
export function keyOf<E extends Endpoint>(endpoint: E, input?: InputOf<E>): readonly unknown[] {
  const { params, query }: Parts = input ?? {};
  const asked = { params: partOf(params), query: partOf(query) };
  return asked.params || asked.query ? [endpoint.path, asked] : [endpoint.path];
}

/** A GET endpoint as a query: `useQuery(endpointQuery(api.workspaces.one, { params: { id } }))`. */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: Asked<E>) {
  return queryOptions<OutputOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => {
      const [run, given] = [call as (endpoint: E, input?: unknown, options?: unknown) => Promise<OutputOf<E>>, input];
      return run(endpoint, given, { signal });
    },
    retry: mayRetry,
  });
}

/** Asks before anything shows it; whatever shows it tells a failure. */
export function prefetch<E extends Endpoint>(client: QueryClient, endpoint: E, ...input: Asked<E>): void {
  void client.prefetchQuery({ ...endpointQuery(endpoint, ...input), meta: { silent: true } });
}

/** When an answer was given that this device kept of an earlier visit: before all others. */
export const keptAt = 1;

/** Whether an answer is the server's, and not only what this device had kept. */
export const isFromServer = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean => dataUpdatedAt > keptAt;

/** In place of a part of an answer: asking for it would be refused. */
export const refusedPart = Symbol('refused');

/** What another answer says of an endpoint's: itself, nothing, or that one may not have it. */
export type PartOf<E extends Endpoint> = OutputOf<E> | null | undefined | typeof refusedPart;

/**
 * The same of what is a part of another answer, which is on its way; where that lacks it, the endpoint itself is asked, unless that
 * would be refused: then it is as if it had not been asked for.
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
      void client.cancelQueries({ queryKey: keyOf(endpoint, input), exact: true });
      return new Promise<never>(() => {});
    },
  });
  // Whoever waits for it hears of a failure; nobody may.
  answer.catch(() => {});
}

/** What is refused is refused again; what got no answer is asked twice more. */
export function mayRetry(failures: number, cause: Error): boolean {
  const passing = !(cause instanceof ApiError) || cause.status === 0 || cause.status === 503;
  return passing && failures < 2;
}

/** The answer in the cache, if there is one. */
export function cached<E extends Endpoint>(client: QueryClient, endpoint: E, ...[input]: Asked<E>) {
  return client.getQueryData<OutputOf<E>>(keyOf(endpoint, input));
}

/**
 * Writes an answer, or a part of it, that an event has told. What was to be asked again still is: it lacks more. So does what
 * this device had kept: it stays that.
 */
function write(client: QueryClient, key: readonly unknown[], answer: unknown): void {
  const { isInvalidated: stale, dataUpdatedAt } = client.getQueryState(key) ?? {};
  client.setQueryData(key, answer, dataUpdatedAt === keptAt ? { updatedAt: keptAt } : undefined);
  if (stale) void client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
}

/** Changes one cached answer; does nothing when it is not cached. `change` may give the old one back. */
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

/** Changes every cached answer of an endpoint, whatever was asked; `change` also gets what was asked. */
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

/** Forgets an answer that has become stale, and asks again where it is shown. Without input: all of the endpoint's. */
export function refetch<E extends Endpoint>(client: QueryClient, endpoint: E, input?: InputOf<E>): void {
  void client.invalidateQueries({ queryKey: keyOf(endpoint, input), exact: input !== undefined });
}
