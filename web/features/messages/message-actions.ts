import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages.ts';
import { call, failureMessage } from '../../platform/api.ts';
import { i18n } from '../../platform/i18n.ts';
import { logFailure } from '../../platform/log.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { confirm } from '../../ui/dialogs/dialogs.ts';
import { placeOf } from './place.ts';
import { applyChange } from './timeline/timelines.ts';

/**
 * Gives a message another text.
 * @returns false when it failed, which an alert has said
 */
export async function editMessage(message: Message, content: string): Promise<boolean> {
  try {
    const answer = await call(api.messages.edit, { params: { id: message._id }, body: { content } });
    applyChange(placeOf(message), { seq: answer.message.seq, message: answer.message });
    return true;
  } catch (cause) {
    alerts.error(failureMessage(cause));
    return false;
  }
}

/** Deletes a message once confirmed; it leaves the list by its event. */
export async function removeMessage(message: Message): Promise<void> {
  const t = i18n.getFixedT(null, 'messages', 'removing');
  const sure = await confirm({ title: t('title'), text: t('text'), confirmLabel: t('confirm'), danger: true });
  if (!sure) return;
  try {
    await call(api.messages.remove, { params: { id: message._id } });
  } catch (cause) {
    alerts.error(failureMessage(cause));
  }
}

/** Puts the text of a message on the clipboard, as it was typed. */
export async function copyMessage(content: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(content);
    alerts.info(i18n.t('messages:copied'));
  } catch (cause) {
    logFailure('The text could not be copied', cause);
    alerts.error(i18n.t('messages:copyFailed'));
  }
}
