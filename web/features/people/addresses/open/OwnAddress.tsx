import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { useIsGuest } from '../../users/open/users.queries.ts';
import { AddressDialog } from '../AddressDialog.tsx';
import { useOwnAddress } from '../addresses.queries.ts';
import './addresses.texts.ts';
import s from './OwnAddress.module.css';

/** Offers to change the user's address, or to type the code of a pending change. */
export function OwnAddress({ user }: { user: Pick<SelfUser, 'pendingEmail'> }) {
  const { t } = useTranslation('addresses');
  const [isOpen, setOpen] = useState(false);
  const change = useOwnAddress();
  // Guests are let in by the address that received the invitation.
  const isGuest = useIsGuest();
  // A profile cached by an earlier version does not have it.
  const pending = user.pendingEmail ?? null;

  async function giveUp() {
    try {
      alerts.success((await change.giveUp()).message);
    } catch (cause) {
      tellFailure(cause);
    }
  }

  if (isGuest) return null;
  return (
    <>
      {pending ? (
        <Note
          title={t('waiting')}
          action={
            <span className={s.acts}>
              <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
                {t('type')}
              </Button>
              <Button variant="ghost" size="sm" onClick={() => void giveUp()}>
                {t('giveUp')}
              </Button>
            </span>
          }
        >
          {` ${t('waitingText', { email: pending })}`}
        </Note>
      ) : (
        <div>
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        </div>
      )}
      {isOpen && (
        <AddressDialog
          title={t('title')}
          lead={t('lead')}
          sent="sent"
          change={change}
          pending={pending}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
