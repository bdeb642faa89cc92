import type { PublicUser } from '@palabre/common/contract/people/users.ts';
import type { SharedWorkspace, Society } from '@palabre/common/contract/societies.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { useState } from 'react';
import { useTranslation } from '../../platform/words/i18n.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { tellFailure } from '../../ui/alerts/failures.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Note } from '../../ui/pages/Note.tsx';
import { useSharedWorkspaces, useSocietyAction } from './open/societies.queries.ts';
import s from './People.module.css';

interface RemoveDialogProps {
  society: Society;
  user: PublicUser;
  onClose: () => void;
}

/** Removes a person from a society: says what the person keeps, and also removes them from the chosen workspaces. */
export function RemoveDialog({ society, user, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('societies');
  const shared = useSharedWorkspaces(society._id, user._id);
  const remove = useSocietyAction(society._id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const name = fullName(user);

  async function send() {
    const workspaces = chosen.filter(id => shared.data?.some(({ _id, mayRemove }) => _id === id && mayRemove));
    try {
      const { message } = await remove.mutateAsync({ action: 'removeUser', targetUserId: user._id, workspaces });
      onClose();
      alerts.success(t('done.removed', { text: message }));
    } catch (cause) {
      tellFailure(cause, t('done.removeFailed'));
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('ask.removeTitle', { name })}
      description={t('ask.removeText')}
      onSubmit={send}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button type="submit" variant="danger">
            {t('ask.remove')}
          </Button>
        </>
      }
    >
      {shared.isPending && (
        <SkeletonGroup>
          <Skeleton width="70%" height={20} />
        </SkeletonGroup>
      )}
      {shared.isError && <Note tone="danger">{t('ask.keepsFailed')}</Note>}
      {shared.data && shared.data.length > 0 && (
        <fieldset className={s.kept}>
          <legend>{t('ask.removeFrom')}</legend>
          {shared.data.map(workspace => (
            <Kept
              key={workspace._id}
              workspace={workspace}
              checked={chosen.includes(workspace._id)}
              onChange={wanted =>
                setChosen(old => (wanted ? [...old, workspace._id] : old.filter(id => id !== workspace._id)))
              }
            />
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}

interface KeptProps {
  workspace: SharedWorkspace;
  checked: boolean;
  onChange: (wanted: boolean) => void;
}

function Kept({ workspace: { _id, title, logo, mayRemove }, checked, onChange }: KeptProps) {
  const { t } = useTranslation('societies');
  return (
    <Checkbox
      checked={checked && mayRemove}
      disabled={!mayRemove}
      onChange={onChange}
      hint={mayRemove ? undefined : t('ask.mayNotRemove')}
      label={
        <span className={s.workspace}>
          <Avatar id={_id} title={title} src={logo} size={24} />
          <span className={s.name} dir="auto">
            {title}
          </span>
        </span>
      }
    />
  );
}
