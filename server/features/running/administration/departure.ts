import type { Departure } from '@palabre/common/contract/running/administration.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { lockWorkspace } from '../../../platform/access/access.workspaces.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import type { Work } from '../../../platform/work.ts';
import { readConversationsById } from '../../conversations/open/conversations.store.ts';
import { countGroupsMade, passGroupsOn } from '../../conversations/open/passing.store.ts';
import { setDeputy } from '../../messages/mentions/open/deputies.store.ts';
import { readNames } from '../../people/users/open/users.store.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { readOwnStanding } from '../../societies/open/passing.store.ts';
import { type Departing, departSociety } from '../../societies/open/passing.ts';
import { dismiss } from '../../workspaces/members/open/membership.ts';
import { replaceOwner } from '../../workspaces/structure/open/members.store.ts';
import { readSuccession, readWorkspaceIds } from '../../workspaces/structure/open/succession.store.ts';
import { changeAndTell } from '../../workspaces/structure/open/workspaces.rights.ts';
import { tellWorkspace } from '../../workspaces/structure/open/workspaces.view.ts';
import { audit } from '../audit/open/record.ts';
import { readOpen, readOwnedAlone, readRestricted } from './departure.store.ts';

/** Reads the places that a person runs alone or is in, with their successors. */
export async function readDeparture(db: Db, userId: string, heirId: string | null): Promise<Departure> {
  const [owned, groups, standing, restricted] = await Promise.all([
    readOwnedAlone(db, userId, heirId),
    countGroupsMade(db, userId),
    readOwnStanding(db, userId, heirId),
    readRestricted(db, userId),
  ]);
  return {
    ...{ owned: owned.rows, ownedCount: owned.count, groups },
    society: standing
      ? { _id: standing._id, name: standing.name, ownedAlone: standing.ownedAlone, heir: standing.heir }
      : null,
    ...{ restricted: restricted.rows, restrictedCount: restricted.count },
  };
}

/** Options of a departure, chosen by the administrator. */
interface Wishes {
  heirId?: string | null | undefined;
  leaves: boolean;
  deputyId?: string | null | undefined;
}

/**
 * Carries out the departure of a person whose account is locked, and suspended already: hands over the places they run
 * alone, removes them from their society and from restricted workspaces, and names the deputy for their mentions. All
 * in the caller's transaction.
 * @throws AppError `successor_refused`
 */
export async function depart(
  work: Work,
  services: Services,
  actor: Actor,
  userId: string,
  { heirId = null, leaves, deputyId = null }: Wishes,
): Promise<void> {
  const { db } = work;
  for (const id of [heirId, deputyId]) {
    if (id !== null) demand(id !== userId && (await readOpen(db, id)), 'successor_refused');
  }
  const [person] = await readNames(db, [userId], actor.userId);
  const name = fullName(person ?? fail('user_not_found'));
  const departing: Departing = {
    ...{ actorId: actor.userId, userId, heirId, leaves },
    reason: `Départ de ${name}`,
    since: `, depuis le départ de ${name}`,
  };
  await departSociety(work, services, departing);
  await departWorkspaces(work, departing);
  if (heirId !== null) await passGroups(work, departing, heirId);
  if (deputyId === null) return;
  await setDeputy(db, userId, deputyId);
  const { actorId, reason } = departing;
  await audit.record(work, { action: 'mentions_forwarded', actorId, person: deputyId, reason });
  await notify(work, [deputyId], {
    type: 'workspace',
    content: `Pendant trente jours, vous saurez quels messages mentionnent ${name}, dont le compte est suspendu.`,
    link: '/workspaces',
    actorId,
  });
}

/** Goes through the workspaces of a person: hands over those they own alone, and removes them from restricted ones. */
async function departWorkspaces(work: Work, departing: Departing): Promise<void> {
  const { db } = work;
  const { actorId, userId, heirId, leaves, reason } = departing;
  if (heirId === null && !leaves) return;
  for (const id of await readWorkspaceIds(db, userId)) {
    await lockWorkspace(db, id);
    const found = await readSuccession(db, id, userId, heirId);
    const { title, restricted, welcomeChannel, ownedAlone } = found;
    const where = { id, name: title };
    const heir = heirId === null || found.isHeirShut ? undefined : found.heir;
    if (heir) {
      await audit.record(work, { action: 'workspace_passed_on', actorId, person: heir, where, reason });
      await changeAndTell(work, id, {}, () => replaceOwner(db, id, userId, heir));
      await notify(work, [heir], {
        type: 'workspace',
        content: `Vous êtes maintenant propriétaire du workspace «\u202f${title}\u202f»${departing.since}.`,
        link: `/workspace/${id}/channel/${welcomeChannel}`,
        actorId,
      });
    }
    const isOut = leaves && restricted && (!ownedAlone || heir !== undefined);
    if (isOut) {
      await audit.record(work, { action: 'member_kicked', actorId, person: userId, where, reason });
      await dismiss(work, id, userId);
    }
    if (heir || isOut) await tellWorkspace(work, id);
  }
}

/** Hands over the groups that a person created, and notifies their people. */
async function passGroups(work: Work, { actorId, userId, reason }: Departing, heirId: string): Promise<void> {
  const ids = await passGroupsOn(work.db, userId, heirId);
  if (ids.length === 0) return;
  await audit.record(work, { action: 'groups_passed_on', actorId, person: heirId, reason });
  for (const conversation of await readConversationsById(work.db, ids)) {
    work.emit('updateConversation', conversation, to(rooms.conversation(conversation._id)));
  }
}
