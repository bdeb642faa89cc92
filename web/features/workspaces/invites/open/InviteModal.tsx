import { can } from '@palabre/common/permissions/can.ts';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Tabs } from '../../../../ui/lists/Tabs.tsx';
import { Spinner } from '../../../../ui/marks/Spinner.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { PendingInvites } from '../../email-invites/open/PendingInvites.tsx';
import { useMailWay } from '../../email-invites/open/use-mail-way.tsx';
import { useMember } from '../../structure/open/membership.ts';
import { useLinkWay } from '../use-link-way.tsx';
import { usePeopleWay } from '../use-people-way.tsx';
import s from './InviteModal.module.css';

/** Way of inviting: people with an account, addresses, or a link to pass on. */
export type Way = 'people' | 'mail' | 'link';

interface InviteModalProps {
  workspaceId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Way shown first. */
  first?: Way;
}

/** Shows « Inviter un ami »: people and duration, a spinner, then the code and the link; or addresses, or a link alone. */
export function InviteModal({ open, ...rest }: InviteModalProps) {
  // Unmounts at closing, so that each opening starts empty.
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({ workspaceId, onOpenChange, first = 'people' }: Omit<InviteModalProps, 'open'>) {
  const { t } = useTranslation('emailInvites');
  const [way, setWay] = useState<Way>(first);
  const search = useRef<HTMLInputElement>(null);
  // People who run the workspace see all its invitations in its settings.
  const member = useMember(workspaceId);
  const people = usePeopleWay(workspaceId, search);
  const mail = useMailWay(workspaceId);
  const link = useLinkWay(workspaceId);
  const { stage, isEmpty, submit, body } = { people, mail, link }[way];
  const close = () => onOpenChange(false);
  const words = {
    people: {
      lead: t('modal.lead'),
      create: t('modal.create'),
      creating: t('modal.creating'),
      done: t('modal.doneTitle'),
    },
    mail: {
      lead: t('lead'),
      create: t('send'),
      creating: t('sending'),
      done: t('doneTitle'),
    },
    link: {
      lead: t('link.lead'),
      create: t('link.create'),
      creating: t('modal.creating'),
      done: t('modal.doneTitle'),
    },
  }[way];

  return (
    // A single dialog for all stages: its opener gets the focus back at the end.
    <Dialog
      onClose={close}
      title={stage === 'done' ? words.done : t('modal.title')}
      description={stage === 'choosing' && words.lead}
      initialFocus={first === 'mail' ? mail.field : search}
      unsaved={stage === 'choosing' && way === 'mail' && !isEmpty}
      onSubmit={async () => {
        if (stage === 'done') return close();
        if (stage === 'choosing' && !isEmpty) await submit();
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
              <Button type="submit" disabled={isEmpty}>
                {words.create}
              </Button>
            </>
          )
        )
      }
    >
      {stage === 'done' ? (
        body
      ) : stage === 'creating' ? (
        <div className={s.wait}>
          <Spinner size={32} label={words.creating} />
        </div>
      ) : (
        <Tabs<Way>
          label={t('ways')}
          value={way}
          onChange={setWay}
          tabs={[
            { value: 'people', label: t('inside'), content: <div className={s.way}>{people.body}</div> },
            {
              value: 'mail',
              label: t('way'),
              content: (
                <div className={s.way}>
                  {mail.body}
                  {!can.manageWorkspace(member) && <PendingInvites workspaceId={workspaceId} onlyIfAny />}
                </div>
              ),
            },
            { value: 'link', label: t('link.way'), content: <div className={s.way}>{link.body}</div> },
          ]}
        />
      )}
    </Dialog>
  );
}
