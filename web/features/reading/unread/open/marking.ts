import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { undoSeconds } from '@palabre/common/rules/reading/unread.ts';
import { placeKey, placeOf } from '../../../../platform/address/place.ts';
import { call } from '../../../../platform/server/api.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { setMark } from './device-marks.ts';
import { endAllKeptUnread, endKeptUnread, keepUnread } from './read-marks.ts';
import { dropQueued, sendMark } from './send-marks.ts';

/** Marks a message, and the messages after it, as unread. This device's mark goes back too, or a reconnection would resend it. */
export async function markUnread(message: Message): Promise<void> {
  const { position } = message;
  const place = placeOf(message);
  const key = placeKey(place);
  keepUnread(key);
  dropQueued(key);
  try {
    const { first } = await sendMark({ ...place, position: position - 1, back: true });
    setMark(key, { position: position - 1, id: first?._id ?? '' }, true);
    alerts.info(i18n.t('unread:markedUnread'));
  } catch (cause) {
    endKeptUnread(key);
    tellFailure(cause);
  }
}

/** Marks all threads as read, but no channel or conversation; its event updates the caches. */
export async function markThreadsRead(): Promise<void> {
  try {
    await call(api.threads.read, { body: {} });
  } catch (cause) {
    tellFailure(cause);
  }
}

/** Marks all places as read, and offers to undo it while the server can. */
export async function markAllRead(): Promise<void> {
  endAllKeptUnread();
  try {
    const { message, undo } = await call(api.unread.markAll, {});
    const action = undo && { label: i18n.t('unread:undo'), run: () => void undoAllRead(undo) };
    alerts.success(message, action ? { action, durationMs: undoSeconds * 1_000 } : {});
  } catch (cause) {
    tellFailure(cause);
  }
}

async function undoAllRead(undo: string): Promise<void> {
  try {
    alerts.success((await call(api.unread.undoMarkAll, { body: { undo } })).message);
  } catch (cause) {
    tellFailure(cause);
  }
}
