import { dropDrafts } from '../../platform/files/drafts.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { rooms, to } from '../../platform/realtime/rooms.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { dropFiles } from '../files/attachments.ts';
import { notify } from '../notifications/notify.ts';
import { exportOf } from './export.ts';
import { beginExport, endExport, noteExport, readExport, readOverdue } from './exports.store.ts';

/** What the job is asked with. */
export interface AskedExport {
  userId: string;
  /** The file it will be. */
  id: string;
}

export const makeJob = 'personal-data.export';
/** Then it is said to have failed: who asked may ask again. */
export const triedAtMost = 5;
const sweptAtOnce = 100;

/** The jobs that make exports and erase those whose time is over (decision 0036). */
export const exportJobs = (services: Services): Job[] => [
  { name: makeJob, run: (asked: AskedExport) => makeExport(services, asked) } as Job,
  { name: 'personal-data.sweep', cron: '11 * * * *', run: () => sweepExports(services) },
];

async function makeExport(services: Services, { userId, id }: AskedExport): Promise<void> {
  const { kysely: db } = services.database;
  const begun = await beginExport(db, userId, id);
  if (!begun) return;
  try {
    const draft = await services.storage.drafts.receive(await exportOf(services, userId, begun.language));
    try {
      await noteExport(db, { id, userId, size: draft.size });
      await services.storage.take(id, draft);
    } finally {
      await dropDrafts([draft]);
    }
  } catch (error) {
    if (begun.tries >= triedAtMost) await inTransaction(services, work => end(work, { userId, id }, 'failed'));
    throw error;
  }
  await inTransaction(services, work => end(work, { userId, id }, 'ready'));
}

async function end(work: Work, { userId, id }: AskedExport, state: 'ready' | 'failed'): Promise<void> {
  if (!(await endExport(work.db, userId, id, state))) return;
  await tellExport(work, userId);
  await notify(work, [userId], {
    type: 'message',
    content: state === 'ready' ? 'L’export de vos données est prêt.' : 'L’export de vos données a échoué. Réessayez.',
    link: '/settings/profile#export',
    actorId: null,
    subject: 'export',
  });
}

/** Tells a person of their export. */
export async function tellExport({ db, emit }: Work, userId: string): Promise<void> {
  const prepared = await readExport(db, userId);
  if (prepared) emit('updateExport', { _id: userId, export: prepared }, to(rooms.user(userId)));
}

/** Erases exports whose time is over, and those of people who are gone. */
export async function sweepExports(services: Pick<Services, 'database' | 'storage'>): Promise<void> {
  for (;;) {
    const overdue = await readOverdue(services.database.kysely, sweptAtOnce);
    await dropFiles(services, overdue);
    if (overdue.length < sweptAtOnce) return;
  }
}
