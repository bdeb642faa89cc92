import { limits } from '@palabre/common/contract/fields.ts';
import type { Invite } from '@palabre/common/contract/workspaces/invites.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import type { Stage } from '../email-invites/open/use-mail-way.tsx';
import { DurationField } from './DurationField.tsx';
import { InviteCreated } from './InviteCreated.tsx';
import type { Duration } from './InviteForm.tsx';
import { useCreateInvite } from './invites.queries.ts';
import { QrCode } from './QrCode.tsx';

const uses = [1, 5, limits.inviteUses, 25, 50, limits.inviteUsesMax];

/** Holds an invitation link to pass on: its duration and maximum of uses, then its code, its link and a QR code. */
export function useLinkWay(workspaceId: string) {
  const { t } = useTranslation('emailInvites');
  const [duration, setDuration] = useState<Duration>('1w');
  const [count, setCount] = useState(String(limits.inviteUses));
  const [invite, setInvite] = useState<Invite | null>(null);
  const create = useCreateInvite(workspaceId);
  const stage: Stage = invite ? 'done' : create.isPending ? 'creating' : 'choosing';
  return {
    stage,
    isEmpty: false,
    submit: async () => {
      const made = await create.mutateAsync({ people: [], duration, uses: Number(count) });
      setInvite(made.invite);
    },
    body: invite ? (
      <>
        <InviteCreated invite={invite} />
        <QrCode text={invite.inviteLink} label={t('link.qr')} hint={t('link.qrHint')} />
      </>
    ) : (
      <>
        <DurationField value={duration} onChange={setDuration} />
        <Select
          label={t('link.uses')}
          value={count}
          onChange={setCount}
          options={uses.map(one => ({ value: String(one), label: t('link.people', { count: one }) }))}
        />
      </>
    ),
  };
}
