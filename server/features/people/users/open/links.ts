import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Services } from '../../../../platform/services.ts';
import type { Work } from '../../../../platform/work.ts';
import { deleteLinks, readLinked } from './links.store.ts';

/**
 * Tells these accounts what they are linked to now.
 * @returns what the first of them is linked to
 */
export async function tell({ db, emit }: Work, userId: string, ...others: string[]) {
  const linked = await readLinked(db, [userId, ...others]);
  for (const [id, users] of linked) emit('updateAccounts', { _id: id, users }, to(rooms.user(id)));
  return linked.get(userId) ?? [];
}

/**
 * Ends all links of an account whose password or second step has changed, with the sessions that came by them: they were
 * proved by what does not hold any more (decision 0026).
 * @param except the session that changes it
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
