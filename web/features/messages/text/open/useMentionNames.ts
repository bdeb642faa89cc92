import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { useChannels } from '../../../workspaces/structure/open/channels.queries.ts';
import { batchesOf } from '../batches.ts';
import { type MentionNames, mentionedUsers } from './mentions.ts';

interface Named {
  _id: string;
  firstName: string;
  lastName: string;
}

/** Context of the names: the workspace, and the people and roles known there. */
interface NamedWorld {
  workspaceId?: string | undefined;
  people?: readonly Named[] | undefined;
  roles?: readonly { _id: string; name: string }[] | undefined;
}

const none: readonly never[] = [];
const batchesFor = batchesOf(limits.namedPeople);

const gathered = (answers: readonly { data?: { users: readonly Named[] } | undefined }[]): Named[] =>
  answers.flatMap(({ data }) => data?.users ?? []);

/**
 * Reads the names of the place's roles and channels, and of the people whom these rows mention, in batches, each person
 * once.
 */
export function useMentionNames(
  rows: readonly { content: string }[],
  { workspaceId, people: present = none, roles = none }: NamedWorld,
): MentionNames {
  const { data: channels = none } = useChannels(workspaceId ?? '');
  const calls = useMemo(() => batchesFor([...new Set(rows.flatMap(({ content }) => mentionedUsers(content)))]), [rows]);
  const people = useQueries({
    queries: calls.map(ids => ({
      ...endpointQuery(api.users.named, { query: { ids } }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    })),
    combine: gathered,
  });
  return useMemo(() => {
    const names = new Map(roles.map(role => [role._id, role.name]));
    for (const channel of channels) names.set(channel._id, channel.title);
    for (const person of [...present, ...people]) names.set(person._id, fullName(person));
    return names;
  }, [people, present, roles, channels]);
}
