import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { DoorIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { PendingInvites } from '../../email-invites/open/PendingInvites.tsx';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { useInvites, useRemoveInvite } from '../invites.queries.ts';
import { InviteModal } from '../open/InviteModal.tsx';
import { InviteRow } from './InviteRow.tsx';
import s from './Invites.module.css';

/** Interval of the clock that marks invitations as expired. */
const clockTickMs = 15_000;

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockTickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Shows « Paramètres d'Invitation »: the invitations, and the button that creates one. */
export function InvitesSection() {
  const { t } = useTranslation('settings');
  const { workspaceId = '' } = useParams();
  const { data: invites, isError, refetch } = useInvites(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const remove = useRemoveInvite(workspaceId);
  const [inviting, setInviting] = useState(false);
  const now = useNow();
  const members = workspace?.membersCount;

  // A new member may have used an invitation: refetch the counts of uses.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number of members triggers it.
  useEffect(() => void refetch(), [members, refetch]);

  async function ask(invite: Invite) {
    const sure = await confirm({
      title: t('invites.sure'),
      text: t('invites.sureText'),
      confirmLabel: t('invites.remove'),
      danger: true,
    });
    // A refusal shows its own alert.
    if (sure) remove.mutate(invite._id);
  }

  const create = (
    <Button icon={<Plus />} onClick={() => setInviting(true)}>
      {t('invites.create')}
    </Button>
  );
  return (
    <Section heading={t('invites.heading')} lead={t('invites.lead')} actions={create}>
      <Listed
        said={invites ? t('invites.count', { count: invites.length }) : ''}
        count={invites?.length}
        failed={{ title: t('invites.failed'), isError, retry: refetch }}
        empty={
          <EmptyState illustration={<DoorIllustration />} title={t('invites.empty')} text={t('invites.emptyText')} />
        }
      >
        <table className={s.table}>
          <caption className={s.caption}>{t('invites.heading')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('invites.createdAt')}</th>
              <th scope="col">{t('invites.uses')}</th>
              <th scope="col">{t('invites.status')}</th>
              <th scope="col">{t('invites.code')}</th>
              <th scope="col">{t('invites.action')}</th>
            </tr>
          </thead>
          <tbody>
            {invites?.map(invite => (
              <InviteRow
                key={invite._id}
                invite={invite}
                now={now}
                removing={remove.isPending && remove.variables === invite._id}
                onRemove={() => void ask(invite)}
              />
            ))}
          </tbody>
        </table>
      </Listed>
      <PendingInvites workspaceId={workspaceId} />
      <InviteModal workspaceId={workspaceId} open={inviting} onOpenChange={setInviting} />
    </Section>
  );
}
