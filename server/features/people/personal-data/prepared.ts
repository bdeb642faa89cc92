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

/** Payload of the job. */
export interface AskedExport {
  userId: string;
  /** Id of the export's file. */
  id: string;
}

/** Name of the job that makes an export. */
export const makeJob = 'personal-data.export';
/** Name of the job for exports that exceed the first job's time. */
const makeLargeJob = 'personal-data.export-large';
/** Number of tries after which an export has failed, and may be requested again. */
export const triedAtMost = 5;
const sweptAtOnce = 100;

/** Jobs that make exports, and delete expired ones (decision 0036). */
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

/** Passes the bytes on, up to the bounds of size and time. */
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

/**
 * Makes an export within a minute, or hands it over to the queue of large ones, so that other exports wait a minute at
 * most.
 */
async function makeQuickly(services: Services, asked: AskedExport): Promise<void> {
  try {
    await makeExport(services, asked, quick);
  } catch (error) {
    if (!(error instanceof TakesTooMuch)) throw error;
    await services.jobs.add(makeLargeJob, asked, { attempts: triedAtMost, whom: 'known' });
  }
}

/** Makes a large export, or gives it up beyond the longest time. */
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

/** Updates a person's devices with the state of their export. */
export async function tellExport({ db, emit }: Work, userId: string): Promise<void> {
  const prepared = await readExport(db, userId);
  if (prepared) emit('updateExport', { _id: userId, export: prepared }, to(rooms.user(userId)));
}

/** Deletes expired exports, and those of deleted people. */
export async function sweepExports(services: Pick<Services, 'database' | 'storage'>): Promise<void> {
  for (;;) {
    const overdue = await readOverdue(services.database.kysely, sweptAtOnce);
    await dropFiles(services, overdue);
    if (overdue.length < sweptAtOnce) return;
  }
}
