import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { call } from '../../platform/server/api.ts';
import { ending } from '../../platform/server/ended.ts';
import { useSession } from '../../platform/session/session.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { confirm, notice } from '../../ui/dialogs/dialogs.ts';
import { rename } from '../../ui/dialogs/rename.ts';
import { conversationName } from './open/names.ts';

/** Converts a conversation to the facts that `can` takes. */
export const factsOf = ({ creator, isGroup, users }: Conversation) => ({
  creatorId: creator,
  isGroup,
  people: users.length,
});

/** Asks for a title and renames the group; a conversation of two is refused. */
export async function renameConversation(conversation: Conversation): Promise<void> {
  const t = i18n.within('conversations', 'renaming');
  if (!can.changeConversation(factsOf(conversation))) {
    await notice({ type: 'warning', title: t('refusedTitle'), text: t('refused') });
    return;
  }
  const { _id: id, title: current } = conversation;
  await rename({ t, current, save: title => call(api.conversations.rename, { params: { id }, body: { title } }) });
}

/** Hides a conversation of two once confirmed, then calls `leave`. */
export async function hideConversation({ _id: id }: Conversation, leave: () => void): Promise<void> {
  const t = i18n.within('conversations', 'hiding');
  const sure = await confirm({
    title: t('title'),
    text: t('text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
  });
  if (!sure) return;
  try {
    const { message } = await ending(id, () => call(api.conversations.remove, { params: { id } }));
    alerts.success(message);
    leave();
  } catch (cause) {
    tellFailure(cause, t('failed'));
  }
}

/** Deletes a group for all once confirmed, then calls `leave`. */
export async function removeConversation(conversation: Conversation, leave: () => void): Promise<void> {
  const t = i18n.within('conversations', 'removing');
  const { _id: id } = conversation;
  const sure = await confirm({
    title: t('title'),
    text: t('text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await ending(id, () => call(api.conversations.remove, { params: { id } }));
    leave();
    alerts.success(message, { title: t('doneTitle') });
  } catch (cause) {
    const text = t('failed');
    await notice({ type: 'error', title: t('failedTitle'), text, reasons: [reasonOf(cause, text)] });
  }
}

/** Leaves a group once confirmed, then calls `leave`. */
export async function leaveConversation(conversation: Conversation, leave: () => void): Promise<void> {
  const t = i18n.within('conversations', 'leaving');
  const { _id: id } = conversation;
  const me = useSession.getState().user?._id ?? '';
  const sure = await confirm({
    title: t('title', { name: conversationName(conversation, me) }),
    text: t('text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await ending(id, () => call(api.conversations.leave, { params: { id } }));
    alerts.success(message);
    leave();
  } catch (cause) {
    tellFailure(cause, t('failed'));
  }
}
