import type { Asker } from '../pacing/gate.ts';
import { Turns } from '../realtime/turns.ts';
import type { Draft } from './drafts.ts';
import { formats } from './images.ts';
import { pictures } from './pictures.ts';

/** What a message shows is 360 px wide at most; screens have two or three pixels for one. */
const shrunk = { shape: 'whole', side: 800, quality: 80, lively: false } as const;

/** A picture that can be shown: its size as it is seen, and a smaller one of it. */
export interface Picture {
  width: number;
  height: number;
  thumbnail: { bytes: Buffer; width: number; height: number };
}

/** Of each person, one picture after the other comes to the line, which refuses who already waits there. */
const ofPerson = new Turns();

/**
 * Looks at a picture, and makes a smaller one with nothing of it but its pixels. Null for what is not one of the formats
 * that browsers show, is broken or too large: it is then a file like any other.
 * @param type what its bytes begin with
 */
export async function pictureOf(draft: Draft, type: string, who: Asker): Promise<Picture | null> {
  const format = formats[type];
  if (!format) return null;
  const made = await ofPerson.run([who.person], () => pictures.make(who, { source: draft.path, format, ...shrunk }));
  if (!made) return null;
  const { bytes, width, height } = made;
  return { ...made.of, thumbnail: { bytes, width, height } };
}
