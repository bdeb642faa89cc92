import type { Db } from '../server/platform/postgres/db.ts';

/** Sets the job of a person, which the registration does not ask for. */
export async function setJob(db: Db, userId: string, job: { jobTitle: string; jobLocation: string }): Promise<void> {
  await db
    .updateTable('users')
    .set({ job_title: job.jobTitle, job_location: job.jobLocation })
    .where('id', '=', userId)
    .execute();
}
