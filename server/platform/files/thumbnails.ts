import type { Asker } from '../pacing/gate.ts';
import { Turns } from '../realtime/turns.ts';
import type { Draft } from './drafts.ts';
import { formats } from './images.ts';
import { pictures } from './pictures.ts';

/** Size of a thumbnail: messages show 360 px at most, and a screen may have two or three device pixels for each. */
const shrunk = { shape: 'whole', side: 800, quality: 80, lively: false } as const;

/** Size of a displayable picture, and its thumbnail. */
export interface Picture {
  width: number;
  height: number;
  thumbnail: { bytes: Buffer; width: number; height: number };
}

/** Serializes the pictures of each person: the gate of pictures refuses a second waiting one. */
const ofPerson = new Turns();

/**
 * Reads the size of a picture and makes its thumbnail, of pixels only. Null when browsers do not show the draft's
 * format, or when it is broken or too large: it is then an ordinary file.
 * @param type media type by the first bytes
 */
export async function pictureOf(draft: Draft, type: string, who: Asker): Promise<Picture | null> {
  const format = formats[type];
  if (!format) return null;
  const made = await ofPerson.run([who.person], () => pictures.make(who, { source: draft.path, format, ...shrunk }));
  if (!made) return null;
  const { bytes, width, height } = made;
  return { ...made.of, thumbnail: { bytes, width, height } };
}
