import type { Workspace } from '@palabre/common/contract/workspaces/workspaces.ts';
import { paths } from '../../../../platform/address/paths.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { reasonOf } from '../../../../ui/alerts/failures.ts';
import { notice, prompt } from '../../../../ui/dialogs/dialogs.ts';
import { DangerCard } from '../../../../ui/pages/DangerCard.tsx';
import { useLeave } from '../../../../ui/pages/useLeave.ts';
import { useDeleteWorkspace } from '../../structure/open/workspaces.queries.ts';

/** Shows « Zone dangereuse »: deletes the workspace once its exact title is typed. */
export function DangerZone({ workspace: { _id, title } }: { workspace: Pick<Workspace, '_id' | 'title'> }) {
  const { t } = useTranslation('settings');
  const leave = useLeave();
  const remove = useDeleteWorkspace(_id);

  async function ask() {
    const given = await prompt({
      title: t('danger.title', { title }),
      text: t('danger.warning', { title }),
      fields: [{ name: 'title', label: t('danger.name'), required: false }],
      confirmLabel: t('danger.confirm'),
      cancelLabel: t('danger.cancel'),
      danger: true,
      validate: values => {
        if (values.title === '') return t('danger.required');
        return values.title === title ? null : t('danger.mismatch');
      },
    });
    if (!given) return;
    try {
      await remove.mutateAsync(given.title);
      await leave(paths.workspaces);
      alerts.success(t('danger.done'), { title: t('danger.doneTitle') });
    } catch (cause) {
      const reasons = [t('danger.callFailed'), reasonOf(cause, t('danger.callFailed'))];
      await notice({ type: 'error', title: t('danger.failedTitle'), text: t('danger.failed'), reasons });
    }
  }

  return (
    <DangerCard
      heading={t('danger.heading')}
      level="h2"
      text={t('danger.text')}
      action={t('danger.delete')}
      loading={remove.isPending}
      onAct={ask}
    />
  );
}
