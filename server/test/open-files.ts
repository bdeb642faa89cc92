import { readdir, readlink } from 'node:fs/promises';

/** Whether the system tells which files a process has open. */
export const tellsOpenFiles = process.platform === 'linux';

/** Lists the files below a folder, and the folder itself, that this process has open. */
export async function openFilesIn(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  // A file closed meanwhile is no longer open.
  const names = await Promise.all(descriptors.map(number => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return names.filter(name => name === folder || name.startsWith(`${folder}/`));
}
