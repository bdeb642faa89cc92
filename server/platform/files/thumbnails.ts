import sharp from 'sharp';
import { AppError } from '../http/errors.ts';
import { Turns } from '../realtime/turns.ts';
import type { Draft } from './drafts.ts';
import { formats, imageGate, longestSide, pixelsAtMost, secondsAtMost } from './images.ts';

/** What a message shows is 360 px wide at most; screens have two or three pixels for one. */
const within = { width: 800, height: 800 };

/** A picture that can be shown: its size as it is seen, and a smaller one of it. */
export interface Picture {
  width: number;
  height: number;
  thumbnail: { bytes: Buffer; width: number; height: number };
}

/** Of each person, one picture after the other comes to the gate, which refuses who already waits there. */
const ofPerson = new Turns();

/**
 * Looks at a picture, and makes a smaller one with nothing of it but its pixels. Null for what is not one of the formats
 * that browsers show, is broken or too large: it is then a file like any other.
 * @param type what its bytes begin with
 * @param who on whose behalf
 */
export async function pictureOf(draft: Draft, type: string, who: string): Promise<Picture | null> {
  const format = formats[type];
  if (!format) return null;
  return ofPerson.run([who], () =>
    imageGate(who, async () => {
      try {
        const options = { limitInputPixels: pixelsAtMost, failOn: 'error', pages: 1 } as const;
        const found = await sharp(draft.path, options).metadata();
        const { width, height } = found.autoOrient;
        if (found.format !== format || Math.max(width, height) > longestSide) return null;
        const { data, info } = await sharp(draft.path, options)
          .timeout({ seconds: secondsAtMost })
          .autoOrient()
          .resize({ ...within, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer({ resolveWithObject: true });
        return { width, height, thumbnail: { bytes: data, width: info.width, height: info.height } };
      } catch (error) {
        if (error instanceof AppError) throw error;
        return null;
      }
    }),
  );
}
