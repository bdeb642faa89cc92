import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { isWhole, StayFields } from '../../guests/open/StayFields.tsx';
import { endOf, newStay } from '../../guests/open/stay.ts';
import { useMailWay } from './use-mail-way.tsx';

/** Invites people from outside by their addresses, into channels, until a day. */
export function InviteGuestsDialog({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }) {
  const { t } = useTranslation('guests');
  const [stay, setStay] = useState(newStay);
  const [told, setTold] = useState(false);
  const endsAt = endOf(stay);
  const mail = useMailWay(workspaceId, {
    offer: isWhole(stay) && endsAt !== null ? { channels: [...stay.channels], endsAt } : null,
  });
  const isDone = mail.stage === 'done';
  return (
    <Dialog
      onClose={onClose}
      title={t('inviteTitle')}
      description={!isDone && t('inviteLead')}
      initialFocus={mail.field}
      unsaved={!isDone && (!mail.isEmpty || stay.channels.size > 0)}
      onSubmit={async () => {
        if (isDone) return onClose();
        setTold(true);
        await mail.submit();
      }}
      footer={
        isDone ? (
          <Button autoFocus type="submit">
            {t('emailInvites:ok')}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('inviteSend')}</Button>
          </>
        )
      }
    >
      {mail.body}
      {!isDone && <StayFields stay={stay} onChange={setStay} isTold={told} />}
    </Dialog>
  );
}
