import { readFile } from 'node:fs/promises';
import type { OutputOf } from '@palabre/common/contract/define.ts';
import type { api } from '@palabre/common/contract/index.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { licencesFile, version } from '../../../platform/paths.ts';

type Licences = Omit<OutputOf<typeof api.about.licences>, 'version'>;

let read: Promise<Licences> | undefined;

/** Reads the file of the build once. Unbuilt sources have none, and list no package. */
async function readLicences(): Promise<Licences> {
  const text = await readFile(licencesFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? { packages: [], texts: [] } : JSON.parse(text);
}

/** Handler of the licences. */
export const about: Handlers<typeof api.about> = {
  async licences() {
    read ??= readLicences();
    const licences = await read.catch(error => {
      read = undefined;
      throw error;
    });
    return { version, ...licences };
  },
};
