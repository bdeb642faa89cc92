import { ApiError, failureMessage } from '../../../platform/server/api.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import type { LocalFile } from '../files/open/local-file.ts';
import type { OutboxEntry } from './open/outbox.ts';

/** What the server is asked to post, but for files. */
export const bodyOf = ({ nonce, content, place, replyTo }: OutboxEntry) => ({
  ...place,
  content,
  nonce,
  ...(replyTo && { replyTo: replyTo._id, replyNotifies: replyTo.calls !== null }),
});

/** Why a message was refused; what answers nothing any more can be sent by itself. */
export function refusalOf(cause: unknown): Pick<OutboxEntry, 'reason' | 'replyTo'> {
  const isUnanswerable = cause instanceof ApiError && ['answered_deleted', 'message_not_found'].includes(cause.code);
  return isUnanswerable
    ? { reason: i18n.t('messages:answeredGone'), replyTo: undefined }
    : { reason: failureMessage(cause) };
}

/** Whether trying again by itself is of no use. A session that ended keeps its outbox for the next one. */
export function isRefused(cause: unknown, { files }: OutboxEntry): boolean {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return false;
  if (!(cause instanceof ApiError)) return true;
  // Many files of one person wait for each other, or come too slowly one by one.
  const busy = files ? [408, 429, 502, 503, 504] : [502, 503, 504];
  return cause.status !== 0 && cause.status !== 401 && !busy.includes(cause.status);
}

/** The device keeps the bytes of these files no more. */
export function forgetFiles(files: readonly LocalFile[] = []): void {
  if (files.length > 0) void import('../files/open/blobs.ts').then(({ forgetBlobs }) => forgetBlobs(files));
}
