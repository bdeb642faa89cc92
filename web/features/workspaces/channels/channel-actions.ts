import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { call } from '../../../platform/server/api.ts';
import { ending } from '../../../platform/server/ended.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { rename } from '../../../ui/dialogs/rename.ts';

/** Asks for a new name and renames the channel. */
export const renameChannel = ({ _id: id, title }: Channel): Promise<void> =>
  rename({
    t: i18n.within('channels', 'renaming'),
    current: title,
    save: title => call(api.channels.update, { params: { id }, body: { title } }),
  });

/** Deletes a channel once confirmed, then calls `leave`. */
export async function removeChannel(channel: Channel, leave: () => void): Promise<void> {
  const t = i18n.within('channels', 'removing');
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
    leave();
    alerts.success(message, { title: t('doneTitle') });
  } catch (cause) {
    tellFailure(cause);
  }
}
