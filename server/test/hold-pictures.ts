import { expect } from 'vitest';
import type { Pictures } from '../platform/files/pictures.ts';
import type { PictureTask } from '../platform/files/treatment.ts';
import { picture } from './picture.ts';

const nobody = { person: 'nobody', address: 'nowhere' };

/** Makes the task of an avatar. */
export const asSquare = (source: Buffer): PictureTask => ({
  source,
  format: 'png',
  shape: 'square',
  side: 64,
  quality: 85,
  lively: false,
});

/** Makes a picture large enough for the line of large ones, yet quick to process. */
export const largePicture = (): Promise<Buffer> => picture(4_200, 4_200);

/**
 * Holds the next picture of this kind in processing until the test ends it: stops the one process of that kind.
 * @returns a function that lets the process continue
 */
export async function holdPictures(of: Pictures, kind: 'small' | 'large'): Promise<() => void> {
  for (const pid of of.pids[kind]) process.kill(pid, 'SIGKILL');
  await expect.poll(() => of.pids[kind]).toEqual([]);
  await of.make(nobody, asSquare(kind === 'small' ? await picture() : await largePicture()));
  const [pid] = of.pids[kind];
  if (!pid) throw new Error('no process');
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
}
