import { api } from '@palabre/common/contract/index.ts';
import { askBoot } from '../../features/boot/boot.queries.ts';
import { forgetLost, restoreSaved } from '../../features/boot/saved-answers.ts';
import { askPlace } from '../../features/messages/timeline/open/ask-place.ts';
import { filterIn } from '../../features/workspaces/workspaces/filters.ts';
import { insideOnDevice } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { addressParts, messageParam, paths, threadParam } from '../../platform/address/paths.ts';
import { prefetch } from '../../platform/server/query.ts';
import { queryClient } from '../../platform/server/query-client.ts';
import { useSession } from '../../platform/session/session.ts';

/** Time that the page waits for the device's cache. */
const cacheTimeoutMs = 250;

/**
 * Prefetches the data that the page of an address shows first, while its code is being fetched. Presence is fetched later
 * (`usePresenceKnown`). If a list of workspaces is saved on this device and lacks the address's one, the workspace's
 * content is fetched only after /boot confirms the membership; without a saved list, it is fetched at once. Resolves once
 * the device's cache is restored, or after `cacheTimeoutMs`.
 */
export async function askFirst({ pathname, searchParams }: URL): Promise<void> {
  const { user } = useSession.getState();
  const userId = user?._id;
  if (!userId) return;
  const { workspaceId, channelId, conversationId } = addressParts(pathname);
  const known = insideOnDevice(userId);
  const isInside = workspaceId !== undefined && (!known || known.includes(workspaceId));
  const isPlace = channelId !== undefined || conversationId !== undefined;
  const answer = askBoot(queryClient, { userId, workspaceId, isInside, isPlace });
  // Discovery and societies are closed to guests, who are led home.
  const isOpen = user.guest !== true;
  if (isOpen && pathname === paths.workspaces) {
    const society = filterIn(searchParams) === 'society' || undefined;
    prefetch(queryClient, api.workspaces.list, { query: { society } });
  }
  if (isOpen && pathname === paths.societies) prefetch(queryClient, api.societies.list, {});
  const restored = restoreSaved(queryClient);
  // The components that use a part report a failure.
  answer.then(said => restored.then(() => forgetLost(queryClient, said))).catch(() => {});
  await Promise.race([restored, new Promise(done => setTimeout(done, cacheTimeoutMs))]);
  // An address that names a message opens another page of messages; if it also names a thread, the message is in the
  // thread, beside the usual page.
  if (searchParams.has(messageParam) && !searchParams.has(threadParam)) return;
  if (conversationId) askPlace({ conversationId });
  if (!channelId) return;
  if (isInside) askPlace({ channelId });
  else answer.then(({ workspace }) => workspace && askPlace({ channelId })).catch(() => {});
}
