import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { batchesOf } from '../batches.ts';
import { type LinkedMessages, linkedIn } from './permalinks.ts';

const batchesFor = batchesOf(limits.linkedMessages);
/**
 * Stale time of linked messages: no event reports a change of the user's access, so they are refetched when shown again
 * later.
 */
const freshMs = 60_000;

const gathered = (answers: readonly { data?: { messages: readonly Linked[] } | undefined }[]): readonly Linked[] =>
  answers.flatMap(({ data }) => data?.messages ?? []);

/** Reads the messages that these rows link to, in batches. */
export function useLinkedMessages(rows: readonly { content: string }[]): LinkedMessages {
  const calls = useMemo(() => batchesFor([...new Set(rows.flatMap(({ content }) => linkedIn(content)))]), [rows]);
  const linked = useQueries({
    queries: calls.map(ids => ({
      ...endpointQuery(api.messages.linked, { query: { ids } }),
      staleTime: freshMs,
      meta: { silent: true },
    })),
    combine: gathered,
  });
  return useMemo(() => new Map(linked.map(message => [message._id, message])), [linked]);
}
