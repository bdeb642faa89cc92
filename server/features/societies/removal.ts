import type { SharedWorkspace } from '@palabre/common/contract/societies.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { findMember } from '../../platform/access/access.workspaces.ts';
import { fail } from '../../platform/http/errors.ts';
import type { Db } from '../../platform/postgres/db.ts';
import { kick } from '../workspaces/members/open/kick.ts';
import type { Asked } from './membership.ts';
import { lockRestricted, readShared } from './shared.store.ts';

/** Lists the restricted workspaces of the society that both the removed person and the caller are in. */
export async function sharedWorkspaces(
  db: Db,
  societyId: string,
  actorId: string,
  userId: string,
): Promise<SharedWorkspace[]> {
  const shared = await readShared(db, societyId, actorId, userId);
  return shared.map(({ id, title, logo, me, them }) => ({ _id: id, title, logo, mayRemove: can.kick(me, them) }));
}

/**
 * Kicks the target out of restricted workspaces of the society, within the caller's rights in each. Skips a workspace
 * that the target has left.
 * @throws AppError `not_found` for a workspace of another kind, or without the caller; `forbidden`, `rank_too_low`
 */
export async function removeFromRestricted(
  { work, actor, record, targetId }: Asked,
  ids: readonly string[],
): Promise<void> {
  const locked = await lockRestricted(work.db, record.society.id, actor.userId, ids);
  for (const id of new Set(ids)) {
    const found = locked.has(id) ? await findMember(work.db, id, actor.userId) : undefined;
    await kick(work, found ?? fail('not_found'), targetId, { passOver: true });
  }
}
