import { api } from '@palabre/common/contract/index.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { formatList } from '../../../platform/words/format.ts';
import { i18n } from '../../../platform/words/i18n.ts';

/** Maximum of people named; the rest is counted. */
const namedAtMost = 12;

/** Names the users of a reaction in a sentence: the signed-in user first, then in the order of use. */
export async function nameReaction(usersId: readonly string[], userId: string): Promise<string> {
  const isOwn = usersId.includes(userId);
  const others = usersId.filter(id => id !== userId);
  const wanted = others.slice(0, namedAtMost);
  const people = wanted.length > 0 ? await readNames(wanted) : new Map<string, string>();
  const names = wanted.map(id => people.get(id) ?? i18n.t('messages:deletedUser'));
  const left = others.length - wanted.length;
  return formatList([
    ...(isOwn ? [i18n.t('reactions:you')] : []),
    ...names,
    ...(left > 0 ? [i18n.t('reactions:others', { count: left })] : []),
  ]);
}

async function readNames(ids: readonly string[]): Promise<Map<string, string>> {
  const { users } = await queryClient.fetchQuery({
    ...endpointQuery(api.users.named, { query: { ids: [...ids].sort().join() } }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  return new Map(users.map(person => [person._id, fullName(person)]));
}
