import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths of everything that is not code. The built server is one file in `server/dist`, at the same depth as this
 * folder: only here do relative paths resolve alike from sources and from the build.
 */
export const migrationsFolder = join(import.meta.dirname, '..', 'migrations');
/** Version of Palabre, as its package says. */
export const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version;
export const webFolder = join(import.meta.dirname, '..', '..', 'web');
export const builtWebFolder = join(webFolder, 'dist');
/** List of the most common passwords, one per line. */
export const commonPasswordsFile = join(import.meta.dirname, '..', 'platform', 'sessions', 'common-passwords.txt');
export const documentationAssets = join(import.meta.dirname, '..', 'platform', 'documentation', 'assets');
/** Whether the sources run, without a build. */
const fromSources = import.meta.filename.endsWith('.ts');
/** Program of the picture process: beside the built server, or in its source folder. */
export const pictureProgram = fromSources
  ? join(import.meta.dirname, 'files', 'picture-process.ts')
  : join(import.meta.dirname, 'picture-process.js');
/** Licences of all packages, listed by the build; missing when the server runs from sources. */
export const licencesFile = join(webFolder, '..', 'server', 'dist', 'licences.json');
/** Program of a worker, beside the server's. */
export const workerProgram = fromSources
  ? join(import.meta.dirname, '..', 'worker.ts')
  : join(import.meta.dirname, 'worker.js');
