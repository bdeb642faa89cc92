import type { Invite } from '@palabre/common/contract/invites.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { InviteCreated } from './InviteCreated.tsx';
import { InviteForm } from './InviteForm.tsx';
import s from './InviteModal.module.css';
import { useCreateInvite } from './invites.queries.ts';

interface InviteModalProps {
  workspaceId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** « Inviter un ami »: whom and for how long, a spinner, then the code and the link (spec 2 §2, §4). */
export function InviteModal({ open, ...rest }: InviteModalProps) {
  // Each opening begins anew.
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ workspaceId, onOpenChange }: Omit<InviteModalProps, 'open'>) {
  const { t } = useTranslation('invites');
  const [invite, setInvite] = useState<Invite | null>(null);
  const create = useCreateInvite(workspaceId);
  const close = () => onOpenChange(false);

  if (invite) {
    return (
      <Dialog
        open
        onOpenChange={onOpenChange}
        title={t('modal.doneTitle')}
        footer={
          <Button autoFocus onClick={close}>
            {t('modal.ok')}
          </Button>
        }
      >
        <InviteCreated invite={invite} />
      </Dialog>
    );
  }
  if (create.isPending) {
    return (
      <Dialog open onOpenChange={onOpenChange} title={t('modal.title')}>
        <div className={s.wait}>
          <Spinner size={32} label={t('modal.creating')} />
        </div>
      </Dialog>
    );
  }
  return (
    <InviteForm
      workspaceId={workspaceId}
      // Kept through a failure, so that nothing has to be chosen again.
      initial={create.variables}
      onClose={close}
      onSubmit={wanted => create.mutate(wanted, { onSuccess: answer => setInvite(answer.invite) })}
    />
  );
}
