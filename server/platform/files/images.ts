import { limits } from '@palabre/common/contract/fields.ts';
import { fileTypeFromBuffer } from 'file-type';
import { demand, fail } from '../http/errors.ts';
import type { UploadedImage } from '../http/multipart.ts';
import type { Asker } from '../pacing/gate.ts';
import { newId } from '../postgres/db.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import { deleteFile, hideImages, insertImage } from './images.store.ts';
import { pictures } from './pictures.ts';

/**
 * Accepted media types, by the first bytes, with the format that the decoder must find. SVG is a document, so it is not
 * accepted.
 */
export const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** Format of the resulting image. */
interface Made {
  /** Side in pixels, at most. */
  side: number;
  /** Keeps the animation, and pads a non-square image with transparency. */
  lively?: true;
}

const portrait: Made = { side: 512 };
const emoji: Made = { side: 128, lively: true };

/**
 * Crops an image to a square, 512 px at most by default, and re-encodes it: only pixels remain, no metadata and nothing
 * hidden behind the image.
 * @throws AppError `invalid_image` when the bytes are of no accepted format, broken or too large; `image_in_progress`
 */
export async function squareImage(
  source: Buffer,
  who: Asker,
  made: Made = portrait,
): Promise<{ bytes: Buffer; side: number }> {
  demand(source.length > 0 && source.length <= limits.imageBytes, 'invalid_image');
  const type = await fileTypeFromBuffer(source).catch(() => undefined);
  const format = type && formats[type.mime];
  demand(format, 'invalid_image');
  const task = { source, format, shape: 'square', quality: 85, lively: false, ...made } as const;
  const { bytes, width } = (await pictures.make(who, task)) ?? fail('invalid_image');
  return { bytes, side: width };
}

const addressOf = (id: string): string => `/api/file/${id}/image.webp`;

async function save(services: Services, who: Asker, ownerId: string, sent: UploadedImage, made: Made): Promise<string> {
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
 * Stores an avatar or a logo as a small square image.
 * @param who the sender
 * @param ownerId id of the person or workspace that the image belongs to
 * @returns the URL path, as stored in `avatar` and `logo`
 * @throws AppError `invalid_image` for anything but an image, `storage_full`
 */
export const saveSquareImage = (services: Services, who: Asker, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, portrait);

/** Stores the picture of an emoji, which may be animated; otherwise like {@link saveSquareImage}. */
export const saveEmojiImage = (services: Services, who: Asker, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, emoji);

const idIn = (address: string | null): string | undefined => /^\/api\/file\/([0-9a-f-]{36})\//.exec(address ?? '')?.[1];

/** Deletes an image that was never shown, by its URL path; any other URL, or null, is ignored. */
export async function removeImage(services: Services, address: string | null): Promise<void> {
  const id = idIn(address);
  if (id) await removeBytes(services, id);
}

/** Deletes the bytes first: otherwise a crash would leave bytes without a record. */
async function removeBytes({ storage, database }: Services, id: string): Promise<void> {
  await storage.remove(id);
  await deleteFile(database.kysely, id);
}

/**
 * Hides images in the caller's transaction; their bytes are deleted after the commit, in the background. After a crash
 * in between, the sweep of files deletes them.
 * @param addresses URL paths from `avatar`, `logo` and emoji; any other URL, and null, are ignored
 */
export async function dropImages(services: Services, work: Work, addresses: readonly (string | null)[]): Promise<void> {
  const ids = addresses.map(idIn).filter(id => id !== undefined);
  if (ids.length === 0) return;
  await hideImages(work.db, ids);
  const remove = async () => {
    for (const id of ids) await removeBytes(services, id);
  };
  work.afterCommit(() => void remove().catch(() => {}));
}
