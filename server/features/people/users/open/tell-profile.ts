import { readAudiences } from '../../../../platform/access/people.store.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import type { Kept } from './account.store.ts';

/** Columns visible to other people. */
const seen = [
  'first_name',
  'last_name',
  'avatar',
  'job_title',
  'job_location',
  'linkedin_profile',
  'github_profile',
  'manager',
  'manager_id',
  'vacation_referee',
  'vacation_referee_id',
  'start_hour',
  'end_hour',
] as const satisfies (keyof Kept)[];

/**
 * Emits a changed profile: to everyone who shares a place with the person if a visible column changed, else to their
 * own devices; to nobody without a change.
 */
export async function tellProfile({ db, emit }: Work, userId: string, before: Kept, after: Kept): Promise<void> {
  // Each device sets the time zone as its page opens, and no page shows it.
  const changed = Object.keys(after).some(
    column => column !== 'time_zone' && after[column as keyof Kept] !== before[column as keyof Kept],
  );
  if (!changed) return;
  const [audience] = await readAudiences(db, [userId]);
  const shown = seen.some(column => after[column] !== before[column]);
  if (audience) emit('updateUser', audience.user, to(...(shown ? audience.rooms : [rooms.user(userId)])));
}
