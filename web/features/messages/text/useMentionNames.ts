import { api } from '@palabre/common/contract/index.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../platform/query.ts';
import { useRoles } from '../../roles/roles.queries.ts';
import type { Row } from '../list/rows.ts';
import { type MentionNames, mentionedUsers } from './mentions.ts';

interface Named {
  _id: string;
  firstName: string;
  lastName: string;
}

const gathered = (answers: readonly { data?: { user: Named } | undefined }[]): Named[] =>
  answers.flatMap(({ data }) => data?.user ?? []);

/** The names of the people and roles that these messages mention; each person is asked for once. */
export function useMentionNames(rows: readonly Row[], workspaceId: string): MentionNames {
  const ids = useMemo(() => {
    const contents = rows.map(row => (row.kind === 'message' ? row.message.content : row.entry.content));
    return [...new Set(contents.flatMap(mentionedUsers))].sort();
  }, [rows]);
  const { data: roles } = useRoles(workspaceId);
  const people = useQueries({
    queries: ids.map(id => ({
      ...endpointQuery(api.users.one, { params: { id } }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    })),
    combine: gathered,
  });
  return useMemo(() => {
    const names = new Map((roles ?? []).map(role => [role._id, role.name]));
    for (const { _id, firstName, lastName } of people) names.set(_id, `${firstName} ${lastName}`.trim());
    return names;
  }, [people, roles]);
}
