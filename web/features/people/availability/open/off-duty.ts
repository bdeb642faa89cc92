import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { OffDuty } from '@palabre/common/contract/people/availability.ts';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../../../platform/server/api.ts';
import { keyOf, mayRetry } from '../../../../platform/server/query.ts';

/** Stale time of an answer: being off duty changes with the time of day, which no event reports. */
const freshMs = 5 * 60_000;
/** Batching window: people requested within it share one request. */
const togetherMs = 30;

interface Answer {
  offDuty: OffDuty[];
}

let asked = new Map<string, ((answer: Promise<Answer>) => void)[]>();

/** Reads whether a person is off duty, batched with the people requested at the same time. */
function readTogether(id: string): Promise<Answer> {
  return new Promise(take => {
    const others = asked.get(id);
    if (others) return others.push(take);
    if (asked.size === 0 || asked.size >= limits.namedPeople) {
      const batch = new Map<string, ((answer: Promise<Answer>) => void)[]>();
      asked = batch;
      setTimeout(() => {
        if (asked === batch) asked = new Map();
        const answer = call(api.availability.list, { query: { ids: [...batch.keys()].join() } });
        for (const [one, takers] of batch) {
          const own = answer.then(({ offDuty }) => ({ offDuty: offDuty.filter(({ _id }) => _id === one) }));
          for (const taker of takers) taker(own);
        }
      }, togetherMs);
    }
    asked.set(id, [take]);
  });
}

/** Returns the people among these who are off duty now, as far as the user may know. */
export function useOffDutyAmong(ids: readonly string[]): OffDuty[] {
  const answers = useQueries({
    queries: ids.map(id => ({
      queryKey: keyOf(api.availability.list, { query: { ids: id } }),
      queryFn: () => readTogether(id),
      ...{ staleTime: freshMs, refetchInterval: freshMs, retry: mayRetry, meta: { silent: true } },
    })),
  });
  return answers
    .flatMap(({ data }) => data?.offDuty ?? [])
    .filter(({ until }) => until === null || Date.parse(until) > Date.now());
}

/** Returns a person's rest; null while they are on duty, or their availability is unknown. */
export const useOffDuty = (id: string | undefined): OffDuty | null => useOffDutyAmong(id ? [id] : [])[0] ?? null;
