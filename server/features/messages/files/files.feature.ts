/**
 * Files: attachments of messages, avatars, logos and emoji, served below `/api/file` after a check of rights.
 * files.ts serves bytes; open/attachments.ts stores the files of a message: type (platform/files/types.ts), size,
 * thumbnail, one row of `files` each; sweep.ts deletes files that no message carries. SQL: files.store.ts.
 */

import type { Feature } from '../../../platform/feature.ts';
import { serveFiles } from './files.ts';
import { sweepFiles } from './sweep.ts';

export const filesFeature: Feature = {
  serves: serveFiles,
  jobs: ({ services }) => [{ name: 'files.sweep', cron: '17 * * * *', run: () => sweepFiles(services) }],
};
