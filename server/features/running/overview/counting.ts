import { limits } from '@palabre/common/contract/fields.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { startOfDay, usualZone } from '@palabre/common/rules/zones.ts';
import { firstIdAt } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { countAll, countDay, countWorkspaces, readDaysOver, readLast } from './overview.store.ts';

/** Age up to which a count is not made again: several starts in a row count once. */
const freshMs = 20 * 60_000;

/** Counts what this Palabre holds, unless that was just done, of a Palabre that was not empty yet; days that are over are counted once. */
export async function countAgain({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  const db = database.kysely;
  const { at: lastAt, accounts } = await readLast(db);
  if (lastAt && accounts > 0 && now.getTime() - lastAt.getTime() < freshMs && lastAt <= now) return;
  const today = localTimeOf(now.getTime(), usualZone).slice(0, 10);
  const days = Array.from({ length: limits.overviewDays }, (_, i) => dayAfter(today, i + 1 - limits.overviewDays));
  const over = new Set(await readDaysOver(db, days[0] as string));
  for (const day of days) {
    if (over.has(day)) continue;
    const [from, to] = [day, dayAfter(day, 1)].map(one => firstIdAt(startOfDay(one, usualZone)));
    await countDay(db, day, { from: from as string, to: to as string, isOver: day < today });
  }
  await countWorkspaces(db);
  // Last: it dates the count.
  await countAll(db, now);
}
