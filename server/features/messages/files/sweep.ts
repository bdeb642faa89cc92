import type { Services } from '../../../platform/services.ts';
import { findOrphans } from './files.store.ts';
import { dropFiles } from './open/attachments.ts';

/** Looked at by one statement. */
const atOnce = 2_000;
/** A request that brings files has come to its end by then. */
const lateAfterMinutes = 60;
const before = '00000000-0000-0000-0000-000000000000';

/**
 * Removes what no message carries: of uploads and posts cut short, of messages, channels and workspaces that were
 * deleted. Files that arrive are left alone.
 */
export async function sweepFiles(services: Pick<Services, 'database' | 'storage'>): Promise<void> {
  const { database, storage } = services;
  await storage.drafts.sweep();
  for (let after: string | null = before; after !== null; ) {
    const looked: Awaited<ReturnType<typeof findOrphans>> = await findOrphans(database.kysely, {
      after,
      count: atOnce,
      lateAfterMinutes,
    });
    await dropFiles(services, looked.orphans);
    after = looked.last;
  }
}
