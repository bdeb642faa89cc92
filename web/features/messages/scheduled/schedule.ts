import { api } from '@palabre/common/contract/index.ts';
import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { navigateTo } from '../../../platform/address/navigate.ts';
import { paths } from '../../../platform/address/paths.ts';
import type { Place } from '../../../platform/address/place.ts';
import { ApiError, call } from '../../../platform/server/api.ts';
import { newUuid } from '../../../platform/uuid.ts';
import { formatDateTime } from '../../../platform/words/format.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { blobOf, forgetBlobs } from '../files/open/blobs.ts';
import type { LocalFile } from '../files/open/local-file.ts';
import { pickWhen } from './pick-when.tsx';
import './open/scheduled.texts.ts';

/** Draft to schedule. */
export interface Draft {
  place: Place;
  alsoInPlace: boolean;
  /** Reads the draft, once its time is chosen. */
  read: () => Promise<{ content: string; files: readonly LocalFile[]; reply: Answered | null }>;
  /** Called once the server has the draft. */
  onScheduled: () => void;
}

/** Nonce of the last attempt in each place: a draft retried after a lost response is scheduled once. */
const tried = new Map<string, { text: string; nonce: string }>();

function nonceFor(place: string, text: string): string {
  const last = tried.get(place);
  if (last?.text === text) return last.nonce;
  const nonce = newUuid();
  tried.set(place, { text, nonce });
  return nonce;
}

const say = (done: 'send' | 'remind', at: string): void => {
  alerts.success(i18n.t(`scheduled:done.${done}`, { when: formatDateTime(at) }), {
    action: { label: i18n.t('scheduled:see'), run: () => void navigateTo(paths.scheduled) },
  });
};

/** Asks for a time, and schedules a draft. Returns whether the server has it; an alert shows a failure. */
export async function scheduleDraft(draft: Draft, anchor: Element, place: DOMRect): Promise<boolean> {
  const when = await pickWhen(anchor, place, 'send');
  if (!when) return false;
  try {
    const { content, files, reply } = await draft.read();
    const named = draft.place.threadId === undefined ? draft.place : { threadOf: draft.place.threadId };
    const body = {
      ...{ ...named, ...when, content },
      ...(draft.alsoInPlace && { alsoInPlace: true }),
      ...(reply && { replyTo: reply._id, replyNotifies: reply.calls !== null }),
    };
    const key = JSON.stringify(named);
    const nonce = nonceFor(key, JSON.stringify([body, files.map(({ id }) => id)]));
    const { scheduled } = await call(api.scheduled.create, {
      body: { ...body, nonce },
      ...(files.length > 0 && { files: await Promise.all(files.map(bytesOf)) }),
    });
    tried.delete(key);
    draft.onScheduled();
    forgetBlobs(files);
    say('send', scheduled.at);
    return true;
  } catch (cause) {
    tellFailure(cause);
    return false;
  }
}

async function bytesOf({ id, name }: LocalFile): Promise<File> {
  const blob = await blobOf(id);
  if (!blob) throw new ApiError({ status: 404, code: 'not_found', message: i18n.t('attachments:lost', { name }) });
  return new File([blob], name, { type: blob.type });
}

/** Asks for a time, and schedules the reminder of a message; an alert shows a failure. */
export async function scheduleReminder(messageId: string, anchor: Element, place: DOMRect): Promise<void> {
  const when = await pickWhen(anchor, place, 'remind');
  if (!when) return;
  try {
    const body = { ...when, nonce: nonceFor(messageId, JSON.stringify(when)) };
    const { scheduled } = await call(api.scheduled.remind, { params: { id: messageId }, body });
    tried.delete(messageId);
    say('remind', scheduled.at);
  } catch (cause) {
    tellFailure(cause);
  }
}
