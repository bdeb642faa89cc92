import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { pressed } from '../../../platform/address/lazy-part.ts';
import { ApiError, call, failureMessage } from '../../../platform/server/api.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import type { LocalFile } from '../files/open/local-file.ts';
import type { OutboxEntry } from './open/outbox.ts';

/**
 * Builds the request body, without files. A reply names the root of its thread: a thread is no place before its first
 * reply.
 */
const bodyOf = ({ nonce, content, place, alsoInPlace, replyTo }: OutboxEntry) => ({
  ...(place.threadId === undefined ? place : { threadOf: place.threadId }),
  ...(alsoInPlace && { alsoInPlace }),
  content,
  nonce,
  ...(replyTo && { replyTo: replyTo._id, replyNotifies: replyTo.calls !== null }),
});

/** Timeout of a request without files, as a connection may be silently dead. */
export const answerTimeoutMs = 15_000;

/** Abort controllers of the pending uploads, by nonce. */
const uploads = new Map<string, AbortController>();

/** Aborts the upload of a message. */
export const stopUpload = (nonce: string): void => uploads.get(nonce)?.abort();

/** Aborts all uploads. */
export function stopUploads(): void {
  for (const upload of uploads.values()) upload.abort();
}

/** Sends an entry, with its files if any. */
export async function send(entry: OutboxEntry): Promise<Message> {
  const { nonce, files } = entry;
  if (!files?.length) {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    return (await call(api.messages.send, { body: bodyOf(entry) }, { signal })).message;
  }
  const upload = new AbortController();
  uploads.set(nonce, upload);
  try {
    const away = () => Promise.reject(new ApiError({ status: 0, code: 'network', message: i18n.t('network') }));
    const { sendFiles } = await pressed(() => import('../files/open/send.ts')).catch(away);
    return await sendFiles({ nonce, files, body: bodyOf(entry) }, upload.signal);
  } finally {
    uploads.delete(nonce);
  }
}

/** Returns the reason of a refusal. A message whose answered message is gone may be retried without it. */
export function refusalOf(cause: unknown, { replyTo }: OutboxEntry): Pick<OutboxEntry, 'reason' | 'replyTo'> {
  const codes = ['answered_deleted', 'message_not_found'];
  const isUnanswerable = replyTo && cause instanceof ApiError && codes.includes(cause.code);
  return isUnanswerable
    ? { reason: i18n.t('messages:answeredGone'), replyTo: undefined }
    : { reason: failureMessage(cause) };
}

/** Tells whether an automatic retry is useless. An ended session keeps its outbox for the next one. */
export function isRefused(cause: unknown, { files }: OutboxEntry): boolean {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return false;
  if (!(cause instanceof ApiError)) return true;
  // Files may be refused for a moment: too many uploads at once, or too slow.
  const busy = files ? [408, 429, 502, 503, 504] : [502, 503, 504];
  return cause.status !== 0 && cause.status !== 401 && !busy.includes(cause.status);
}

/** Removes the bytes of files from the device. */
export function forgetFiles(files: readonly LocalFile[] = []): void {
  if (files.length > 0) void import('../files/open/blobs.ts').then(({ forgetBlobs }) => forgetBlobs(files));
}
