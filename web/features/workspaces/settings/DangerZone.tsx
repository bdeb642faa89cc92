import type { Workspace } from '@palabre/common/contract/workspaces.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../app/paths.ts';
import { reasonOf } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { notice, prompt } from '../../../ui/dialogs/dialogs.ts';
import { useDeleteWorkspace } from '../workspaces.queries.ts';
import s from './General.module.css';
import { Card } from './Section.tsx';

/** « Zone dangereuse »: deletes the workspace once its exact title has been typed (spec 2 §2, §5, §8). */
export function DangerZone({ workspace: { _id, title } }: { workspace: Pick<Workspace, '_id' | 'title'> }) {
  const { t } = useTranslation('settings');
  const navigate = useNavigate();
  const remove = useDeleteWorkspace(_id);
  const heading = useId();

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
      await navigate(paths.workspaces, { replace: true });
      await notice({ type: 'success', title: t('danger.doneTitle'), text: t('danger.done') });
    } catch (cause) {
      const reasons = [t('danger.callFailed'), reasonOf(cause, t('danger.callFailed'))];
      await notice({ type: 'error', title: t('danger.failedTitle'), text: t('danger.failed'), reasons });
    }
  }

  return (
    <section className={s.danger} aria-labelledby={heading}>
      <h3 className={s.dangerHeading} id={heading}>
        {t('danger.heading')}
      </h3>
      <Card tone="danger">
        <div className={s.dangerRow}>
          <p>{t('danger.text')}</p>
          <Button variant="danger" loading={remove.isPending} onClick={ask}>
            {t('danger.delete')}
          </Button>
        </div>
      </Card>
    </section>
  );
}
