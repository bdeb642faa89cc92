import type { FileAttachment } from '@palabre/common/contract/messages/messages.ts';
import { cleanFileName } from '@palabre/common/rules/messages/file-names.ts';
import { mayBeNamed } from '../../../../platform/files/extensions.ts';
import { pictureOf } from '../../../../platform/files/thumbnails.ts';
import { beginningOf, typeOf } from '../../../../platform/files/types.ts';
import { asAppError, fail } from '../../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../../platform/http/uploads.ts';
import { newId } from '../../../../platform/postgres/db.ts';
import type { Services } from '../../../../platform/services.ts';
import { deleteFiles, insertFiles } from '../files.store.ts';

type Stored = Pick<Services, 'database' | 'storage'>;

/** Message, sender and address of the files to store. */
interface OfMessage {
  messageId: string;
  senderId: string;
  address: string;
}

const addressOf = (id: string, name: string): string => `/api/file/${id}/${encodeURIComponent(name)}`;

/**
 * Stores the files of a message to be posted. Inserts the rows first, so that the sweep finds the files of a message
 * that never comes.
 * @param of.messageId id that the message will have
 * @param of.senderId person counted for the processing of pictures; `address` is theirs
 * @throws AppError `storage_full`, `storage_unavailable`, `image_in_progress`: none of the files is kept
 */
export async function keepAttachments(
  services: Stored,
  of: OfMessage,
  uploads: readonly UploadedFile[],
): Promise<FileAttachment[]> {
  const kept: FileAttachment[] = [];
  const ids: string[] = [];
  try {
    for (const upload of uploads) kept.push(await keepOne(services, of, upload, ids));
    return kept;
  } catch (error) {
    // With a storage that does not answer, deletion would make the sender wait again: the sweep removes these files.
    if (asAppError(error).code !== 'storage_unavailable') await dropFiles(services, ids).catch(() => {});
    throw error;
  }
}

const megabyte = 1024 * 1024;

/** Refuses a file whose content contradicts its extension, if administrators chose so (decision 0083). */
async function demandTrueNames(
  { settings }: Pick<Services, 'settings'>,
  uploads: readonly UploadedFile[],
): Promise<void> {
  if ((await settings.read()).chosen.misnamedFiles !== 'refused') return;
  for (const upload of uploads) {
    const file = cleanFileName(upload.name);
    if (!mayBeNamed(file, await beginningOf(upload))) fail('file_misnamed', { file });
  }
}

/**
 * Stores the files of a message like {@link keepAttachments}, and counts their size against the sender's upload quota.
 * @throws AppError `file_misnamed` as well
 */
export async function keepUploads(
  services: Stored & Pick<Services, 'limits' | 'settings'>,
  of: OfMessage,
  uploads: readonly UploadedFile[],
): Promise<FileAttachment[]> {
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0);
  await services.limits.spend('uploads', of.senderId, Math.ceil(size / megabyte));
  await demandTrueNames(services, uploads);
  return keepAttachments(services, of, uploads);
}

async function keepOne(
  { database, storage }: Stored,
  { messageId, senderId, address }: OfMessage,
  upload: UploadedFile,
  ids: string[],
): Promise<FileAttachment> {
  const name = cleanFileName(upload.name);
  const { type, charset } = await typeOf(upload);
  const picture = await pictureOf(upload, type, { person: senderId, address });
  const id = newId();
  const common = { owner_id: senderId, message_id: messageId, name };
  const { width = null, height = null, thumbnail } = picture ?? {};
  const small = thumbnail && { ...thumbnail, id: newId() };
  await insertFiles(database.kysely, [
    { ...common, id, type: charset ? `${type}; charset=${charset}` : type, size: upload.size, width, height },
    ...(small
      ? [
          {
            ...common,
            ...{ id: small.id, type: 'image/webp', size: small.bytes.length },
            width: small.width,
            height: small.height,
          },
        ]
      : []),
  ]);
  ids.push(id, ...(small ? [small.id] : []));
  await storage.take(id, upload);
  if (small) await storage.put(small.id, small.bytes);
  return {
    _id: id,
    name,
    type,
    size: upload.size,
    url: addressOf(id, name),
    width,
    height,
    thumbnail: small ? addressOf(small.id, 'apercu.webp') : null,
  };
}

/** Logged where files cannot be deleted at once. */
export const leftToSweep = 'files could not be deleted: the sweep finds them';

/** Deletes files: the bytes before the rows, so that every stored byte has a row. */
export async function dropFiles({ database, storage }: Stored, ids: readonly string[]): Promise<void> {
  for (const id of ids) await storage.remove(id);
  await deleteFiles(database.kysely, ids);
}

/** Lists the file ids of attachments, thumbnails included. */
export const fileIdsOf = (attachments: readonly FileAttachment[]): string[] =>
  attachments.flatMap(({ _id, thumbnail }) => [_id, ...(thumbnail ? [thumbnail.split('/')[3] as string] : [])]);
