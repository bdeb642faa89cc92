import type { Channel } from '@palabre/common/contract/channels.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { call } from '../../platform/api.ts';
import { ending } from '../../platform/ended.ts';
import { i18n } from '../../platform/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { reasonOf, tellFailure } from '../../ui/alerts/failures.ts';
import { confirm, notice, prompt } from '../../ui/dialogs/dialogs.ts';
import { hasIssues } from '../../ui/Form.tsx';

/** Asks for a new name and gives it (spec 2 §5 and §8): not blank, and sent only when it differs. */
export async function renameChannel(channel: Channel): Promise<void> {
  const t = i18n.getFixedT(null, 'channels', 'renaming');
  let done = false;
  let failure: unknown;
  const values = await prompt({
    title: t('title'),
    fields: [{ name: 'title', label: t('name'), value: channel.title, required: false, maxLength: limits.title }],
    confirmLabel: i18n.t('save'),
    validate: ({ title }) => (title === '' ? t('empty') : null),
    async submit({ title }) {
      if (title === channel.title) return;
      try {
        await call(api.channels.update, { params: { id: channel._id }, body: { title } });
        done = true;
      } catch (cause) {
        // A name that the server blames can be mended here; anything else is said apart (spec 2 §8).
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

/**
 * Deletes a channel once confirmed (spec 2 §5 and §8); `leave` is called when it is gone.
 */
export async function removeChannel(channel: Channel, leave: () => void): Promise<void> {
  const t = i18n.getFixedT(null, 'channels', 'removing');
  const sure = await confirm({
    title: t('title'),
    text: t('text'),
    confirmLabel: t('confirm'),
    cancelLabel: t('cancel'),
    danger: true,
  });
  if (!sure) return;
  try {
    const remove = () => call(api.channels.remove, { params: { id: channel._id } });
    const { message } = await ending(channel._id, remove);
    alerts.success(message);
    leave();
    await notice({ type: 'success', title: t('doneTitle'), text: t('done') });
  } catch (cause) {
    tellFailure(cause);
  }
}
