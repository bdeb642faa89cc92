import { asAppError } from '../../../platform/http/errors.ts';
import type { UploadedFile } from '../../../platform/http/uploads.ts';
import { newId } from '../../../platform/postgres/db.ts';
import type { Services } from '../../../platform/services.ts';
import { dropFiles, fileIdsOf, keepUploads, leftToSweep } from '../files/open/attachments.ts';
import type { Post, Posted } from './judging.ts';

/**
 * Posts a message with files. Deletes the files when the post is refused or repeats an earlier one.
 * @param address address of the sender
 */
export async function postWithFiles(
  services: Services,
  post: Omit<Post, 'id' | 'files'>,
  uploads: readonly UploadedFile[],
  address: string,
): Promise<Posted> {
  const id = newId();
  const files = await keepUploads(services, { messageId: id, senderId: post.senderId, address }, uploads);
  const drop = () =>
    dropFiles(services, fileIdsOf(files)).catch(error => services.logger.warn({ err: error }, leftToSweep));
  try {
    const posted = await services.posts.post({ ...post, id, files });
    if (posted.message._id !== id) await drop();
    return posted;
  } catch (error) {
    // On a database failure nobody knows whether the message was stored: the sweep decides later.
    if (asAppError(error).status < 500) await drop();
    throw error;
  }
}
