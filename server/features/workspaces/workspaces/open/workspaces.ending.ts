import { dropImages } from '../../../../platform/files/images.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Work } from '../../../../platform/work.ts';
import { readEmoji } from '../../emoji/open/emoji.store.ts';
import { settleAccounts } from '../../guests/open/stays.ts';
import { readGuestIds } from '../../structure/open/guests.store.ts';
import { readMemberIds } from '../../structure/open/members.store.ts';
import { deleteWorkspace } from '../../structure/open/workspaces.store.ts';

/** Deletes a workspace with everything in it, and notifies its former members. */
export async function endWorkspace(
  services: Services,
  work: Work,
  { id, logo }: { id: string; logo: string | null },
): Promise<void> {
  const { db, emit, rightsChanged } = work;
  const guests = await readGuestIds(db, id);
  const members = [...(await readMemberIds(db, id)), ...guests];
  const pictures = (await readEmoji(db, id)).map(({ url }) => url);
  await deleteWorkspace(db, id);
  // Sent to each member's own room: by then they have left the workspace's room.
  emit('deleteWorkspace', { _id: id }, to(...members.map(rooms.user)));
  rightsChanged(members);
  await settleAccounts(services, work, guests);
  await dropImages(services, work, [logo, ...pictures]);
}
