import { readAudiences } from '../../../../platform/access/people.store.ts';
import { rooms, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import type { Kept } from './account.store.ts';

/** What others see of a person, of what the person changes. */
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
 * Tells that a profile has changed: all who share a place with the person when others can see it, else their own devices
 * alone; nobody when nothing has.
 */
export async function tellProfile({ db, emit }: Work, userId: string, before: Kept, after: Kept): Promise<void> {
  // Where a device's clocks are is told by each as its page opens, and shown nowhere.
  const changed = Object.keys(after).some(
    column => column !== 'time_zone' && after[column as keyof Kept] !== before[column as keyof Kept],
  );
  if (!changed) return;
  const [audience] = await readAudiences(db, [userId]);
  const shown = seen.some(column => after[column] !== before[column]);
  if (audience) emit('updateUser', audience.user, to(...(shown ? audience.rooms : [rooms.user(userId)])));
}
