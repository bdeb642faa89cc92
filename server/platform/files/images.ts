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

/** What the bytes begin with, to what the decoder must find: SVG, being a document, is not among them. */
export const formats: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** What is made of an image. */
interface Made {
  /** Pixels at most. */
  side: number;
  /** Whether its pictures go on moving, and what does not fill the square stays clear. */
  lively?: true;
}

const portrait: Made = { side: 512 };
const emoji: Made = { side: 128, lively: true };

/**
 * Makes a square of an image, cut to 512 px at most unless told otherwise, and writes it anew: nothing of what was sent
 * remains but its pixels (no metadata, nothing hidden behind the image).
 * @throws AppError `invalid_image` when the bytes are not one of the formats, broken, or too large; `image_in_progress`
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
 * Keeps an avatar or a logo as a small square image.
 * @param who who sends it
 * @param ownerId whose it is: a person's or a workspace's id
 * @returns its address, as `avatar` and `logo` hold it
 * @throws AppError `invalid_image` for anything but an image, `storage_full`
 */
export const saveSquareImage = (services: Services, who: Asker, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, portrait);

/** Keeps the picture of an emoji, which may move; as {@link saveSquareImage} otherwise. */
export const saveEmojiImage = (services: Services, who: Asker, ownerId: string, sent: UploadedImage) =>
  save(services, who, ownerId, sent, emoji);

const idIn = (address: string | null): string | undefined => /^\/api\/file\/([0-9a-f-]{36})\//.exec(address ?? '')?.[1];

/** Removes an image that nothing ever showed, by its address; another's address, or none, is left alone. */
export async function removeImage(services: Services, address: string | null): Promise<void> {
  const id = idIn(address);
  if (id) await removeBytes(services, id);
}

/** Removes the bytes first, so that none is left of which nothing is known. */
async function removeBytes({ storage, database }: Services, id: string): Promise<void> {
  await storage.remove(id);
  await deleteFile(database.kysely, id);
}

/**
 * Takes images out of sight with the caller's transaction; their bytes go after its commit, and nobody waits for that.
 * The sweep of files removes what a crash in between leaves.
 * @param addresses as `avatar`, `logo` and an emoji hold them; others' addresses, and null, are left alone
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
