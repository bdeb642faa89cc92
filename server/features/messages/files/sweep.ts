import type { Services } from '../../../platform/services.ts';
import { findOrphans } from './files.store.ts';
import { dropFiles } from './open/attachments.ts';

/** Attachments examined per statement. */
const atOnce = 2_000;
/** Age after which a request with files has ended. */
const lateAfterMinutes = 60;
const before = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes orphaned files: of interrupted uploads and posts, and of deleted messages, channels and workspaces. Leaves
 * files that are still arriving.
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
