import { api } from '@palabre/common/contract/index.ts';
import type { Role } from '@palabre/common/contract/roles.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../platform/query.ts';
import type { Row } from '../list/rows.ts';
import { type MentionNames, mentionedUsers } from './mentions.ts';

interface Named {
  _id: string;
  firstName: string;
  lastName: string;
}

const none: readonly never[] = [];

const gathered = (answers: readonly { data?: { user: Named } | undefined }[]): Named[] =>
  answers.flatMap(({ data }) => data?.user ?? []);

/** The names of these roles and of the people that these messages mention; each person is asked for once. */
export function useMentionNames(
  rows: readonly Row[],
  roles: readonly Pick<Role, '_id' | 'name'>[] = none,
): MentionNames {
  const ids = useMemo(() => {
    return [...new Set(rows.flatMap(({ content }) => mentionedUsers(content)))].sort();
  }, [rows]);
  const people = useQueries({
    queries: ids.map(id => ({
      ...endpointQuery(api.users.one, { params: { id } }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    })),
    combine: gathered,
  });
  return useMemo(() => {
    const names = new Map(roles.map(role => [role._id, role.name]));
    for (const person of people) names.set(person._id, fullName(person));
    return names;
  }, [people, roles]);
}
