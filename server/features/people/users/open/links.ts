import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Work } from '../../../../platform/work.ts';
import { deleteLinks, readLinked } from './links.store.ts';

/**
 * Sends accounts their present links.
 * @returns the links of the first account
 */
export async function tell({ db, emit }: Work, userId: string, ...others: string[]) {
  const linked = await readLinked(db, [userId, ...others]);
  for (const [id, users] of linked) emit('updateAccounts', { _id: id, users }, to(rooms.user(id)));
  return linked.get(userId) ?? [];
}

/**
 * Deletes all links of an account whose password or second step has changed, with the sessions opened through them:
 * their proof no longer holds (decision 0026).
 * @param except session that makes the change
 */
export async function endLinks(
  work: Work,
  { sessions }: Pick<Services, 'sessions'>,
  userId: string,
  except?: string,
): Promise<void> {
  const others = await deleteLinks(work.db, userId);
  const ended = await sessions.end(work.db, { linkedTo: userId, ...(except && { except }) });
  work.afterCommit(ended.done);
  if (others.length > 0) await tell(work, userId, ...others);
}
