import { limits } from '@palabre/common/contract/fields.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import { dayAfter } from '@palabre/common/rules/people/duty.ts';
import { startOfDay, usualZone } from '@palabre/common/rules/zones.ts';
import { rested } from '../../../platform/pacing/rested.ts';
import { type Db, firstIdAt } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { countAll, countDay, countFiles, type Held, readDaysOver, readLast, storeSizes } from './overview.store.ts';

/** Age up to which a count is not made again: several starts in a row count once. */
const freshMs = 20 * 60_000;
/** Files counted per statement, some 30 ms of the database. */
const filesAtOnce = 2_000;
/** Longest rest after a step: counting yields to requests. */
const restAtMostMs = 1_000;

/** Counts the contents of this Palabre, unless a recent count exists and was not empty; past days are counted once. */
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
    const span = { from: from as string, to: to as string, isOver: day < today };
    await rested(() => countDay(db, day, span), restAtMostMs);
  }
  await countWorkspaces(db);
  // Last, since it dates the count.
  await countAll(db, now);
}

/** Counts the files of each workspace in batches: a single statement would take the database seconds. */
async function countWorkspaces(db: Db): Promise<void> {
  const all = new Map<string, Held & { workspaceId: string }>();
  let after: string | null = firstIdAt(0);
  while (after !== null) {
    const from: string = after;
    const { last, held } = await rested(() => countFiles(db, from, filesAtOnce), restAtMostMs);
    for (const { workspaceId, files, bytes } of held) {
      if (workspaceId === null) continue;
      const before = all.get(workspaceId) ?? { workspaceId, files: 0, bytes: 0 };
      all.set(workspaceId, { workspaceId, files: before.files + files, bytes: before.bytes + bytes });
    }
    after = last;
  }
  await storeSizes(db, [...all.values()]);
}
