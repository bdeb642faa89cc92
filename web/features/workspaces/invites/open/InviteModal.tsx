import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Spinner } from '../../../../ui/marks/Spinner.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { InviteCreated } from '../InviteCreated.tsx';
import { InviteForm, type WantedInvite } from '../InviteForm.tsx';
import { useCreateInvite } from '../invites.queries.ts';
import s from './InviteModal.module.css';

interface InviteModalProps {
  workspaceId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows « Inviter un ami »: people and duration, a spinner, then the code and the link. */
export function InviteModal({ open, ...rest }: InviteModalProps) {
  // Unmounts at closing, so that each opening starts empty.
  return open ? <OpenModal {...rest} /> : null;
}

const nobody: WantedInvite = { people: [], duration: '1h' };

function OpenModal({ workspaceId, onOpenChange }: Omit<InviteModalProps, 'open'>) {
  const { t } = useTranslation('invites');
  // A failure keeps the choice, so that nothing has to be chosen again.
  const [wanted, setWanted] = useState(nobody);
  const [invite, setInvite] = useState<Invite | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const create = useCreateInvite(workspaceId);
  const close = () => onOpenChange(false);
  const stage = invite ? 'done' : create.isPending ? 'creating' : 'choosing';

  return (
    // A single dialog for all stages: its opener gets the focus back at the end.
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t(stage === 'done' ? 'modal.doneTitle' : 'modal.title')}
      description={stage === 'choosing' && t('modal.lead')}
      initialFocus={search}
      onSubmit={async () => {
        if (stage === 'done') return close();
        if (wanted.people.length > 0) setInvite((await create.mutateAsync(wanted)).invite);
      }}
      footer={
        stage === 'done' ? (
          <Button autoFocus type="submit">
            {t('modal.ok')}
          </Button>
        ) : (
          stage === 'choosing' && (
            <>
              <Button variant="secondary" onClick={close}>
                {t('modal.cancel')}
              </Button>
              <Button type="submit" disabled={wanted.people.length === 0}>
                {t('modal.create')}
              </Button>
            </>
          )
        )
      }
    >
      {invite ? (
        <InviteCreated invite={invite} />
      ) : stage === 'creating' ? (
        <div className={s.wait}>
          <Spinner size={32} label={t('modal.creating')} />
        </div>
      ) : (
        <InviteForm workspaceId={workspaceId} value={wanted} onChange={setWanted} search={search} />
      )}
    </Dialog>
  );
}
