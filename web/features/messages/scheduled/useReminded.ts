import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import type { Scheduled } from '@palabre/common/contract/messages/scheduled.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../platform/server/query.ts';

const gathered = (answers: readonly { data?: { messages: readonly Linked[] } | undefined }[]): readonly Linked[] =>
  answers.flatMap(({ data }) => data?.messages ?? []);

/** Reads the messages that reminders are about, as far as the user may read them, by id. */
export function useReminded(listed: readonly Scheduled[]): ReadonlyMap<string, Linked> {
  const calls = useMemo(() => {
    const ids = [...new Set(listed.flatMap(({ remindsOf }) => remindsOf ?? []))].sort();
    const { linkedMessages: atOnce } = limits;
    return Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) =>
      ids.slice(n * atOnce, (n + 1) * atOnce).join(','),
    );
  }, [listed]);
  const found = useQueries({
    queries: calls.map(ids => ({ ...endpointQuery(api.messages.linked, { query: { ids } }), meta: { silent: true } })),
    combine: gathered,
  });
  return useMemo(() => new Map(found.map(message => [message._id, message])), [found]);
}
