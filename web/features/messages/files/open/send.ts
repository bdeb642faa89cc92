import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { create } from 'zustand';
import { ApiError, type CallInput, call } from '../../../../platform/server/api.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { blobOf } from './blobs.ts';
import type { LocalFile } from './local-file.ts';
import '../files.texts.ts';

interface Progress {
  /** Bytes sent so far, and bytes in all. */
  sent: number;
  total: number;
}

/** Holds the upload progress of each message being sent, by nonce. */
export const useProgress = create<Record<string, Progress>>(() => ({}));

function note(nonce: string, progress: Progress | null): void {
  useProgress.setState(
    ({ [nonce]: _before, ...others }) => (progress ? { ...others, [nonce]: progress } : others),
    true,
  );
}

/**
 * Timeout of a stalled upload: the connection is dead when no byte leaves, or no answer follows the last byte, for this
 * long.
 */
const stallTimeoutMs = 60_000;

interface ToSend {
  nonce: string;
  /** Body of the request, without the files. */
  body: CallInput<typeof api.messages.send>['body'];
  files: readonly LocalFile[];
}

/**
 * Sends a message with its files.
 * @throws ApiError, or the signal's reason when it is aborted
 */
export async function sendFiles({ nonce, body, files }: ToSend, signal: AbortSignal): Promise<Message> {
  const found = await Promise.all(
    files.map(async ({ id, name }) => {
      const blob = await blobOf(id);
      if (!blob) throw new ApiError({ status: 404, code: 'not_found', message: i18n.t('attachments:lost', { name }) });
      return new File([blob], name, { type: blob.type });
    }),
  );
  try {
    const send = (address: string, init: RequestInit) =>
      sendWithProgress(address, init, signal, progress => note(nonce, progress));
    const input = { body, files: found };
    return (await call(api.messages.send, input, { signal, send })).message;
  } finally {
    note(nonce, null);
  }
}

/** Sends a request by XMLHttpRequest: `fetch` reports no upload progress. */
function sendWithProgress(
  address: string,
  { method = 'POST', headers, body }: RequestInit,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallTimeoutMs);
    };
    const abort = (): void => request.abort();
    request.open(method, address);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress({ sent: loaded, total });
    };
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? '';
      resolve(new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new TypeError('network'));
    request.onabort = () => reject(signal.aborted ? signal.reason : new TypeError('network'));
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    wait();
    request.send(body as FormData);
  });
}
