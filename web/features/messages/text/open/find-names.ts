import { api } from '@palabre/common/contract/index.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../../../platform/server/query.ts';
import { type MentionNames, mentionedUsers } from './mentions.ts';

/** Events keep these caches current: fetched once. */
const kept = { staleTime: Number.POSITIVE_INFINITY, meta: { silent: true } } as const;

/**
 * Loads the names of a text's mentions, outside React: one request per kind of mention, unless cached.
 * @param workspaceId workspace of the text; undefined in a conversation
 */
export async function findNames(
  client: QueryClient,
  content: string,
  workspaceId: string | undefined,
): Promise<MentionNames> {
  const names = new Map<string, string>();
  const params = { id: workspaceId ?? '' };
  const ids = mentionedUsers(content);
  const people = async () => {
    if (ids.length === 0) return;
    const asked = endpointQuery(api.users.named, { query: { ids: [...ids].sort().join() } });
    const { users } = await client.fetchQuery({ ...asked, ...kept });
    for (const person of users) names.set(person._id, fullName(person));
  };
  const roles = async () => {
    if (!workspaceId || !content.includes('<@&')) return;
    const { roles } = await client.fetchQuery({ ...endpointQuery(api.roles.list, { params }), ...kept });
    for (const role of roles) names.set(role._id, role.name);
  };
  const channels = async () => {
    if (!workspaceId || !content.includes('<#')) return;
    const { channels } = await client.fetchQuery({ ...endpointQuery(api.channels.ofWorkspace, { params }), ...kept });
    for (const channel of channels) names.set(channel._id, channel.title);
  };
  // The other names still load when one request fails.
  await Promise.allSettled([people(), roles(), channels()]);
  return names;
}
