import { limits } from '@palabre/common/contract/fields.ts';
import type { AuditAction } from '@palabre/common/rules/running/audit.ts';
import { judgeChange, type Membership, type MembershipChange } from '@palabre/common/rules/society-membership.ts';
import type { SocietyAccess } from '../../platform/access/access.societies.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { Actor } from '../../platform/sessions/session.ts';
import type { Work } from '../../platform/work.ts';
import { notify, settle } from '../reading/notifications/open/notify.ts';
import { audit } from '../running/audit/open/record.ts';
import { tellSociety } from './open/societies.view.ts';
import { readChangeFacts, removeStanding, setStanding, type WholeSociety } from './societies.store.ts';

/** Words of the audit log for owners' changes of other people's membership. */
const journal: Partial<Record<MembershipChange, AuditAction>> = {
  accept: 'society_accepted',
  decline: 'society_declined',
  removePendingUser: 'society_declined',
  addOwner: 'society_owner_added',
  removeUser: 'society_member_removed',
};

/** Request for a change: the actor, the target and their society, which is locked. */
export interface Asked {
  work: Work;
  services: Services;
  actor: Actor;
  record: SocietyAccess;
  targetId: string;
}

/**
 * Changes the membership of a person in a society, by the rules of `judgeChange`: updates rights, emits the society,
 * and notifies a request and its answer.
 */
export async function changeMembership(
  change: MembershipChange,
  asked: Asked,
): Promise<{ whole: WholeSociety; now: Membership }> {
  const { work, services, actor, record, targetId } = asked;
  const { society } = record;
  const onSelf = targetId === actor.userId;
  const found = await readChangeFacts(work.db, society.id, targetId);
  if (!found) fail('not_in_society');
  const outcome = judgeChange(change, { actor: record.membership, onSelf, ...found });
  if ('refused' in outcome) fail(outcome.refused);
  const { becomes } = outcome;
  if (becomes === 'none') await removeStanding(work.db, society.id, targetId);
  else {
    demand(becomes !== 'owner' || found.owners < limits.societyOwners, 'too_many_owners');
    const placed = await setStanding(work.db, society.id, [targetId], becomes);
    demand(placed.length > 0, 'in_another_society');
  }
  refreshRights(work, services, [targetId]);
  const word = onSelf ? undefined : journal[change];
  if (word) {
    const where = { id: society.id, name: society.name };
    await audit.record(work, { action: word, actorId: actor.userId, person: targetId, where });
  }
  const whole = await tellChange(work, society.id, targetId, found.target, becomes);
  if (becomes === 'pending') {
    await notify(work, whole.owners, {
      type: 'society',
      content: `Demande à rejoindre la société «\u202f${society.name}\u202f».`,
      link: '/userSociety',
      actorId: targetId,
      subject: requestOf(society.id, targetId),
    });
  } else if (found.target === 'pending') await settleRequests(work, society.id, [targetId]);
  if (found.target === 'pending' && !onSelf) await answer(work, actor, record, [targetId], becomes === 'member');
  if (!onSelf) await tellTarget(work, asked, found.target, becomes);
  return { whole, now: onSelf ? becomes : record.membership };
}

const requestOf = (societyId: string, userId: string) => `society-request:${societyId}:${userId}`;

/** Settles the requests of these people in the owners' inboxes: there is nothing left to answer. */
export const settleRequests = (work: Work, societyId: string, userIds: readonly string[]): Promise<void> =>
  settle(
    work,
    userIds.map(userId => requestOf(societyId, userId)),
  );

/** Notifies a person who was made an owner, or removed. */
async function tellTarget(work: Work, { actor, record, targetId }: Asked, was: Membership, now: Membership) {
  const name = `la société «\u202f${record.society.name}\u202f»`;
  const made = { type: 'society' as const, actorId: actor.userId };
  if (now === 'owner') {
    await notify(work, [targetId], {
      ...made,
      content: `Vous êtes maintenant propriétaire de ${name}.`,
      link: '/userSociety',
    });
  } else if (now === 'none' && was !== 'pending') {
    await notify(work, [targetId], { ...made, content: `Vous ne faites plus partie de ${name}.`, link: '/societies' });
  }
}

/** Emits the society after a change. Only owners and the person receive a request: nobody else sees who is pending. */
function tellChange(
  work: Work,
  societyId: string,
  userId: string,
  before: Membership,
  now: Membership,
): Promise<WholeSociety> {
  const outside: Membership[] = ['none', 'pending'];
  const ownersOnly = outside.includes(before) && outside.includes(now);
  return tellSociety(work, societyId, {
    ownersOnly,
    ...((ownersOnly || now === 'none') && { changed: [[userId, now]] }),
  });
}

/** Refreshes the sockets and sessions of people whose membership changed. */
export function refreshRights(work: Work, services: Services, userIds: string[]): void {
  work.rightsChanged(userIds);
  work.afterCommit(() => services.sessions.refresh(...userIds));
}

/** Notifies people of the answer to their request to join. */
export async function answer(
  work: Work,
  actor: Actor,
  { society }: SocietyAccess,
  userIds: readonly string[],
  accepted: boolean,
): Promise<void> {
  await notify(work, userIds, {
    type: 'society',
    content: `Votre demande pour rejoindre la société «\u202f${society.name}\u202f» a été ${accepted ? 'acceptée' : 'refusée'}.`,
    link: accepted ? '/userSociety' : `/society/${society.id}`,
    actorId: actor.userId,
    subject: `society-answer:${society.id}`,
  });
}
