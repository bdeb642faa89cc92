import { Readable } from 'node:stream';
import { dropDrafts } from '../../../platform/files/drafts.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { dropFiles } from '../../messages/files/open/attachments.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { exportOf } from './export.ts';
import { beginExport, endExport, noteExport, readExport, readOverdue } from './exports.store.ts';

/** What the job is asked with. */
export interface AskedExport {
  userId: string;
  /** The file it will be. */
  id: string;
}

export const makeJob = 'personal-data.export';
/** The same for one that takes longer than others should wait. */
const makeLargeJob = 'personal-data.export-large';
/** Then it is said to have failed: who asked may ask again. */
export const triedAtMost = 5;
const sweptAtOnce = 100;

/** The jobs that make exports and erase those whose time is over (decision 0036). */
export const exportJobs = (services: Services): Job[] => [
  { name: makeJob, together: 2, run: (asked: AskedExport) => makeQuickly(services, asked) } as Job,
  { name: makeLargeJob, together: 1, run: (asked: AskedExport) => makeAtLeisure(services, asked) } as Job,
  { name: 'personal-data.sweep', cron: '11 * * * *', run: () => sweepExports(services) },
];

interface Bounds {
  bytes: number;
  ms: number;
}

const quick: Bounds = { bytes: 64 * 1024 * 1024, ms: 60_000 };
const leisurely: Bounds = { bytes: Number.POSITIVE_INFINITY, ms: 30 * 60_000 };

class TakesTooMuch extends Error {}

/** The same bytes, for as long as they are within bounds. */
async function* within(zip: Readable, { bytes, ms }: Bounds): AsyncGenerator<Buffer> {
  const late = setTimeout(() => zip.destroy(new TakesTooMuch()), ms);
  let size = 0;
  try {
    for await (const chunk of zip) {
      size += chunk.length;
      if (size > bytes) throw new TakesTooMuch();
      yield chunk;
    }
  } finally {
    clearTimeout(late);
    zip.destroy();
  }
}

/** Makes an export, or leaves it to who does large ones: it keeps those behind it waiting for a minute at most. */
async function makeQuickly(services: Services, asked: AskedExport): Promise<void> {
  try {
    await makeExport(services, asked, quick);
  } catch (error) {
    if (!(error instanceof TakesTooMuch)) throw error;
    await services.jobs.add(makeLargeJob, asked, { attempts: triedAtMost, whom: 'known' });
  }
}

/** Makes a large one, which is given up if it takes longer than any should. */
async function makeAtLeisure(services: Services, asked: AskedExport): Promise<void> {
  try {
    await makeExport(services, asked, leisurely);
  } catch (error) {
    if (!(error instanceof TakesTooMuch)) throw error;
    services.logger.warn({ export: asked.id }, 'export given up: it takes too long');
    await inTransaction(services, work => end(work, asked, 'failed'));
  }
}

async function makeExport(services: Services, { userId, id }: AskedExport, bounds: Bounds): Promise<void> {
  const { kysely: db } = services.database;
  const begun = await beginExport(db, userId, id);
  if (!begun) return;
  try {
    const zip = await exportOf(services, userId, begun);
    const draft = await services.storage.drafts.receive(Readable.from(within(zip, bounds), { objectMode: false }));
    try {
      await noteExport(db, { id, userId, size: draft.size });
      await services.storage.take(id, draft);
    } finally {
      await dropDrafts([draft]);
    }
  } catch (error) {
    const again = bounds === quick && error instanceof TakesTooMuch;
    if (begun.tries >= triedAtMost && !again)
      await inTransaction(services, work => end(work, { userId, id }, 'failed'));
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
