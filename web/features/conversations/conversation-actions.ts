import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { conversationName } from '@palabre/common/rules/conversations.ts';
import { call } from '../../platform/api.ts';
import { ending } from '../../platform/ended.ts';
import { i18n } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { confirm, notice, prompt } from '../../ui/dialogs/dialogs.ts';
import { hasIssues } from '../../ui/Form.tsx';

/** What `can` asks of a conversation. */
export const factsOf = ({ creator, users }: Conversation) => ({ creatorId: creator, people: users.length });

/** Asks for a title and gives it (spec 2 §5 and §8): not blank, sent only when it differs, and never between two. */
export async function renameConversation(conversation: Conversation): Promise<void> {
  const t = i18n.getFixedT(null, 'conversations', 'renaming');
  if (!can.changeConversation(factsOf(conversation))) {
    await notice({ type: 'warning', title: t('refusedTitle'), text: t('refused') });
    return;
  }
  const { _id: id, title: current } = conversation;
  let done = false;
  let failure: unknown;
  const values = await prompt({
    title: t('title'),
    fields: [{ name: 'title', label: t('name'), value: current ?? '', required: false, maxLength: limits.title }],
    confirmLabel: i18n.t('save'),
    validate: ({ title }) => (title === '' ? t('empty') : null),
    async submit({ title }) {
      if (title === current) return;
      try {
        await call(api.conversations.rename, { params: { id }, body: { title } });
        done = true;
      } catch (cause) {
        // A title that the server blames can be mended here; anything else is said apart (spec 2 §8).
        if (hasIssues(cause)) throw cause;
        failure = cause;
      }
    },
  });
  if (!values) return;
  if (done) await notice({ type: 'success', title: t('doneTitle'), text: t('done') });
  if (failure) {
    const text = t('failed');
    await notice({ type: 'error', title: t('failedTitle'), text, reasons: [reasonOf(failure, text)] });
  }
}

/** Deletes a conversation once confirmed (spec 2 §8); `leave` is called when it is gone. */
export async function removeConversation(conversation: Conversation, leave: () => void): Promise<void> {
  const t = i18n.getFixedT(null, 'conversations', 'removing');
  const { _id: id } = conversation;
  const sure = await confirm({
    title: t('title'),
    text: t(can.hideConversation(factsOf(conversation)) ? 'textOfTwo' : 'text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await ending(id, () => call(api.conversations.remove, { params: { id } }));
    alerts.success(message);
    leave();
    await notice({ type: 'success', title: t('doneTitle'), text: t('done') });
  } catch (cause) {
    const text = t('failed');
    await notice({ type: 'error', title: t('failedTitle'), text, reasons: [reasonOf(cause, text)] });
  }
}

/** Leaves a group once confirmed; `leave` is called when that is done. */
export async function leaveConversation(conversation: Conversation, leave: () => void): Promise<void> {
  const t = i18n.getFixedT(null, 'conversations', 'leaving');
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
