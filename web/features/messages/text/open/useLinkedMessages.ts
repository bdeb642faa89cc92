import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { callsOf } from '../calls.ts';
import { type LinkedMessages, linkedIn } from './permalinks.ts';

const callsFor = callsOf(limits.linkedMessages);
/** What one may read changes without a word of each message: it is asked again when it is shown again later. */
const freshMs = 60_000;

const gathered = (answers: readonly { data?: { messages: readonly Linked[] } | undefined }[]): readonly Linked[] =>
  answers.flatMap(({ data }) => data?.messages ?? []);

/** What is known of the messages to which these ones link: asked for many at once. */
export function useLinkedMessages(rows: readonly { content: string }[]): LinkedMessages {
  const calls = useMemo(() => callsFor([...new Set(rows.flatMap(({ content }) => linkedIn(content)))]), [rows]);
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
