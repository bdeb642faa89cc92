import { limits } from '@palabre/common/contract/fields.ts';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { createFairGate } from '../gate.ts';
import { AppError, demand, fail } from '../http/errors.ts';
import type { UploadedImage } from '../http/multipart.ts';
import { newId } from '../postgres/db.ts';
import type { Services } from '../services.ts';
import { deleteFile, insertImage } from './images.store.ts';

/** Four times what a phone takes; a bomb claims thousands of millions. */
export const pixelsAtMost = 64_000_000;
export const secondsAtMost = 10;
/** What the bytes begin with, to what the decoder must find: SVG, being a document, is not among them. */
export const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** Beyond it, a strip of few pixels takes as long as a large picture. */
export const longestSide = 16_384;

// Decoded, an image is a hundred times its size: two at a time, of two people.
export const imageGate = createFairGate({
  atOnce: 2,
  refuse: () => fail('image_in_progress', { retryAfter: 5, refusal: 'image_line' }),
});
sharp.cache(false);
sharp.concurrency(1);

/** What is made of an image. */
interface Made {
  /** Pixels at most. */
  side: number;
  /** Whether its pictures go on moving, and what does not fill the square stays clear. */
  lively?: true;
}

const portrait: Made = { side: 512 };
const emoji: Made = { side: 128, lively: true };
/** A longer animation would hold whoever reads, and decode for long. */
const framesAtMost = 200;

/**
 * Makes a square of an image, cut to 512 px at most unless told otherwise, and writes it anew: nothing of what was sent
 * remains but its pixels (no metadata, nothing hidden behind the image).
 * @param who on whose behalf: a person's id, or an address
 * @throws AppError `invalid_image` when the bytes are not one of the formats, broken, or too large; `image_in_progress`
 */
export async function squareImage(
  bytes: Buffer,
  who: string,
  { side, lively }: Made = portrait,
): Promise<{ bytes: Buffer; side: number }> {
  demand(bytes.length > 0 && bytes.length <= limits.imageBytes, 'invalid_image');
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const format = type && formats[type.mime];
  demand(format, 'invalid_image');
  return imageGate(who, async () => {
    try {
      const image = sharp(bytes, { limitInputPixels: pixelsAtMost, failOn: 'error', pages: lively ? -1 : 1 });
      const found = await image.metadata();
      const height = found.pageHeight ?? found.height;
      demand(found.format === format && Math.max(found.width, height) <= longestSide, 'invalid_image');
      demand(!lively || (found.pages ?? 1) <= framesAtMost, 'invalid_image');
      const size = Math.max(1, Math.min(side, lively ? Math.max(found.width, height) : Math.min(found.width, height)));
      const { data } = await image
        .timeout({ seconds: secondsAtMost })
        .autoOrient()
        .resize(size, size, { fit: lively ? 'contain' : 'cover', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .webp({ quality: 85 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, side: size };
    } catch {
      throw new AppError('invalid_image');
    }
  });
}

const addressOf = (id: string): string => `/api/file/${id}/image.webp`;

async function save(
  services: Services,
  who: string,
  ownerId: string,
  sent: UploadedImage,
  made: Made,
): Promise<string> {
  const square = await squareImage(sent.bytes, who, made);
  const id = newId();
  await services.storage.put(id, square.bytes);
  const image = { id, ownerId, size: square.bytes.length, side: square.side };
  await insertImage(services.database.kysely, image).catch(async error => {
    await services.storage.remove(id).catch(() => {});
    throw error;
  });
  return addressOf(id);
}

/**
 * Keeps an avatar or a logo as a small square image.
 * @param who who sends it: a person's id, or an address
 * @param ownerId whose it is: a person's or a workspace's id
 * @returns its address, as `avatar` and `logo` hold it
 * @throws AppError `invalid_image` for anything but an image, `storage_full`
 */
export const saveSquareImage = (services: Services, who: string, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, portrait);

/** Keeps the picture of an emoji, which may move; as {@link saveSquareImage} otherwise. */
export const saveEmojiImage = (services: Services, who: string, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, emoji);

/** Removes an image that nothing shows any more, by its address; another's address, or none, is left alone. */
export async function removeImage(services: Services, address: string | null): Promise<void> {
  const id = /^\/api\/file\/([0-9a-f-]{36})\//.exec(address ?? '')?.[1];
  if (!id) return;
  await deleteFile(services.database.kysely, id);
  await services.storage.remove(id);
}
