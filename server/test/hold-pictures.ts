import { expect } from 'vitest';
import type { Pictures } from '../platform/files/pictures.ts';
import type { PictureTask } from '../platform/files/treatment.ts';
import { picture } from './picture.ts';

const nobody = { person: 'nobody', address: 'nowhere' };

/** What an avatar is made of. */
export const asSquare = (source: Buffer): PictureTask => ({
  source,
  format: 'png',
  shape: 'square',
  side: 64,
  quality: 85,
  lively: false,
});

/** A picture that waits in the line of large ones, and takes little all the same. */
export const largePicture = (): Promise<Buffer> => picture(4_200, 4_200);

/**
 * Has the next picture of this kind take until the test says so, however quick the machine is: the one process that is
 * there for it stands still.
 * @returns what lets it go on
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
