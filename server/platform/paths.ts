import { join } from 'node:path';

/**
 * Where the server finds what is not code. Built, all of it is one file in `server/dist`, as deep as this folder: only
 * here do both have the same paths.
 */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations');
export const webFolder = join(import.meta.dirname, '..', '..', 'web');
export const builtWebFolder = join(webFolder, 'dist');
export const documentationAssets = join(import.meta.dirname, '..', 'platform', 'documentation', 'assets');
/** What is run as a process of its own: a file beside the built one, and from sources where it is. */
export const pictureProgram = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'files', 'picture-process.ts')
  : join(import.meta.dirname, 'picture-process.js');
