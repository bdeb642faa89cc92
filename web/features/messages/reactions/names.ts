import { api } from '@palabre/common/contract/index.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { endpointQuery } from '../../../platform/server/query.ts';
import { queryClient } from '../../../platform/server/query-client.ts';
import { formatList } from '../../../platform/words/format.ts';
import { i18n } from '../../../platform/words/i18n.ts';

/** How many people are named: the others are counted. */
const namedAtMost = 12;

/** Who used an emoji, in a sentence: oneself first, then those who used it first. */
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
