import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Palabre } from './harness.ts';

/** Waits until all jobs of a name have run, except for `but` of them. */
export async function jobsDone({ services }: Palabre, name: string, but = 0): Promise<void> {
  const left = sql`SELECT FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id WHERE task.identifier = ${name}`;
  await vi.waitUntil(async () => (await left.execute(services.database.kysely)).rows.length === but);
}
