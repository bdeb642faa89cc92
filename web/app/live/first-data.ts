import { api } from '@palabre/common/contract/index.ts';
import { askBoot } from '../../features/boot/boot.queries.ts';
import { dropLost, takeUpKept } from '../../features/boot/kept-answers.ts';
import { askPlace } from '../../features/messages/timeline/open/ask-place.ts';
import { filterIn } from '../../features/workspaces/workspaces/filters.ts';
import { insideKept } from '../../features/workspaces/workspaces/kept-inside.ts';
import { addressParts, messageParam, paths } from '../../platform/address/paths.ts';
import { prefetch } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { useSession } from '../../platform/session/session.ts';

/** How long what this device keeps may hold up the page, in milliseconds. */
const patience = 250;

/**
 * Asks at once for all that the page of an address shows first, while its code is being fetched: what shows it then
 * finds it asked for. Who is there is asked for later (`usePresenceKnown`); and what is inside a workspace that one was
 * not in, as far as this device knows, once the server says that one is. Resolves once what this device has kept of an earlier visit
 * can be shown meanwhile.
 */
export async function askFirst({ pathname, searchParams }: URL): Promise<void> {
  const userId = useSession.getState().user?._id;
  if (!userId) return;
  const { workspaceId, channelId, conversationId } = addressParts(pathname);
  const known = insideKept(userId);
  const isInside = workspaceId !== undefined && (!known || known.includes(workspaceId));
  const isPlace = channelId !== undefined || conversationId !== undefined;
  const answer = askBoot(queryClient, { userId, workspaceId, isInside, isPlace });
  if (pathname === paths.workspaces) {
    const society = filterIn(searchParams) === 'society' || undefined;
    prefetch(queryClient, api.workspaces.list, { query: { society } });
  }
  if (pathname === paths.societies) prefetch(queryClient, api.societies.list, {});
  const kept = takeUpKept(queryClient);
  // Whatever shows a part of it tells a failure.
  answer.then(said => kept.then(() => dropLost(queryClient, said))).catch(() => {});
  await Promise.race([kept, new Promise(done => setTimeout(done, patience))]);
  // An address that names a message leads to another page of them.
  if (searchParams.has(messageParam)) return;
  if (conversationId) askPlace({ conversationId });
  if (!channelId) return;
  if (isInside) askPlace({ channelId });
  else answer.then(({ workspace }) => workspace && askPlace({ channelId })).catch(() => {});
}
