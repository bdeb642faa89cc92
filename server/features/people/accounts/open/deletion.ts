import { can } from '@palabre/common/permissions/can.ts';
import { lockWorkspace } from '../../../../platform/access/access.workspaces.ts';
import { readAudiences } from '../../../../platform/access/people.store.ts';
import { dropImages } from '../../../../platform/files/images.ts';
import { demand, fail } from '../../../../platform/http/errors.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Work } from '../../../../platform/work.ts';
import { readConversationsById } from '../../../conversations/open/conversations.store.ts';
import { notify } from '../../../reading/notifications/open/notify.ts';
import { settleReportsOf } from '../../../running/reports/open/telling.ts';
import { departFromSociety } from '../../../societies/open/ending.ts';
import { removeMember } from '../../../workspaces/structure/open/members.store.ts';
import { readSuccession, readWorkspaceIds } from '../../../workspaces/structure/open/succession.store.ts';
import { changeAndTell } from '../../../workspaces/structure/open/workspaces.rights.ts';
import { tellWorkspace } from '../../../workspaces/structure/open/workspaces.view.ts';
import { endWorkspace } from '../../../workspaces/workspaces/open/workspaces.ending.ts';
import { endLinks } from '../../users/open/links.ts';
import { administrators } from '../../users/open/users.store.ts';
import { askErasure, deletePerson, leaveConversations, lockOut, lockPerson, makeOwner } from '../deletion.store.ts';

/**
 * Deletes a person in the caller's transaction (decision 0027): they leave all places, their sessions and sockets end
 * everywhere, and data that is theirs alone is deleted. Their messages stay without an author or, on request, are
 * blanked by `erasure.ts` after the commit.
 * @throws AppError `user_not_found`, `last_administrator`
 */
export async function deleteAccount(
  services: Services,
  work: Work,
  userId: string,
  { messages = 'keep' }: { messages?: 'keep' | 'erase' } = {},
): Promise<void> {
  const { db, emit, afterCommit } = work;
  // New references are not blocked yet: a request that lets the person in locks its place, which this one waits for.
  const { person, otherAdmins } = await lockPerson(db, userId);
  if (!person) fail('user_not_found');
  demand(can.spareAdministrator(person, otherAdmins), 'last_administrator');
  const [audience] = await readAudiences(db, [userId]);
  const admins = (await administrators(db)).map(rooms.user);
  await endLinks(work, services, userId);
  const { done } = await services.sessions.end(db, { userId });
  await departFromSociety(work, services, userId);
  await leaveWorkspaces(services, work, userId);
  const conversations = await leaveConversations(db, userId);
  await lockOut(db, userId);
  // Leaves the places that the person was let into meanwhile; from here on they cannot be let in anywhere.
  await leaveWorkspaces(services, work, userId);
  conversations.push(...(await leaveConversations(db, userId)));
  if (messages === 'erase') await askErasure(db, userId);
  await settleReportsOf(work, userId);
  await dropImages(services, work, [person.avatar]);
  await deletePerson(db, userId);

  afterCommit(done);
  emit('deleteUser', { _id: userId }, to(...new Set([...(audience?.rooms ?? []), ...admins])));
  // Read after the deletion: their last messages no longer carry their name.
  for (const conversation of await readConversationsById(db, conversations)) {
    emit('updateConversation', conversation, to(rooms.conversation(conversation._id)));
  }
}

/**
 * Removes a person from their workspaces. A workspace that they alone own passes to an heir; one without other members
 * is deleted.
 */
async function leaveWorkspaces(services: Services, work: Work, userId: string): Promise<void> {
  for (const id of await readWorkspaceIds(work.db, userId)) {
    await lockWorkspace(work.db, id);
    const { heir, empty, logo, title, welcomeChannel } = await readSuccession(work.db, id, userId);
    if (empty) {
      await endWorkspace(services, work, { id, logo });
      continue;
    }
    await changeAndTell(work, id, { leaver: userId }, async () => {
      if (heir) await makeOwner(work.db, id, heir);
      await removeMember(work.db, id, userId);
    });
    await tellWorkspace(work, id);
    if (!heir) continue;
    await notify(work, [heir], {
      type: 'workspace',
      content: `Vous êtes maintenant propriétaire du workspace «\u202f${title}\u202f»\u00a0: son dernier propriétaire a supprimé son compte.`,
      link: `/workspace/${id}/channel/${welcomeChannel}`,
      actorId: null,
    });
  }
}
