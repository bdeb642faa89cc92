import type { Account } from '@palabre/common/contract/running/administration.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import AtSign from 'lucide-react/icons/at-sign';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { confirm } from '../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { AddressOf } from '../../people/addresses/open/AddressOf.tsx';
import s from './Admin.module.css';
import { endAdministrator, endSessions, makeAdministrator } from './administration.queries.ts';
import { RecoveryDialog } from './RecoveryDialog.tsx';

interface AccountActsProps {
  account: Account;
  actor: { userId: string; admin: boolean };
}

/**
 * Shows an administrator's rarer actions on an account: rights and sessions. Each action asks for confirmation first.
 */
export function AccountActs({ account, actor }: AccountActsProps) {
  const { t } = useTranslation('administration', { keyPrefix: 'acts' });
  const { _id: id, email, admin, suspended, guest } = account;
  const [isRecovering, setRecovering] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const name = fullName(account);
  const target = { userId: id };

  async function act(what: 'make' | 'end' | 'sessions', send: (id: string) => Promise<{ message: string }>) {
    const sure = await confirm({
      title: t(`${what}Title`, { name }),
      text: t(`${what}Text`),
      confirmLabel: t(what),
      danger: what !== 'make',
    });
    if (!sure) return;
    try {
      alerts.success((await send(id)).message);
    } catch (cause) {
      tellFailure(cause);
    }
  }

  if (!can.endSessions(actor, target)) return null;
  return (
    <div className={s.acts}>
      {isMoving && <AddressOf person={account} onClose={() => setMoving(false)} />}
      {isRecovering && <RecoveryDialog account={account} onClose={() => setRecovering(false)} />}
      {can.recoverAccount(actor, { userId: id, suspended: suspended === true }) && (
        <Button
          size="sm"
          variant="secondary"
          icon={<KeyRound />}
          aria-label={t('recoverOf', { email })}
          onClick={() => setRecovering(true)}
        >
          {t('recover')}
        </Button>
      )}
      {can.changeAddressOf(actor, { userId: id, suspended: suspended === true }) && (
        <Button
          size="sm"
          variant="secondary"
          icon={<AtSign />}
          aria-label={t('addressOf', { email })}
          onClick={() => setMoving(true)}
        >
          {t('address')}
        </Button>
      )}
      {admin
        ? can.endAdministrator(actor, target) && (
            <Button
              size="sm"
              variant="secondary"
              icon={<ShieldOff />}
              aria-label={t('endOf', { email })}
              onClick={() => void act('end', endAdministrator)}
            >
              {t('end')}
            </Button>
          )
        : // Whether the address is proven, the server says.
          can.makeAdministrator(actor, { proven: true, suspended: suspended === true, isGuest: guest === true }) && (
            <Button
              size="sm"
              variant="secondary"
              icon={<ShieldCheck />}
              aria-label={t('makeOf', { email })}
              onClick={() => void act('make', makeAdministrator)}
            >
              {t('make')}
            </Button>
          )}
      {!suspended && (
        <Button
          size="sm"
          variant="secondary"
          icon={<LogOut />}
          aria-label={t('sessionsOf', { email })}
          onClick={() => void act('sessions', endSessions)}
        >
          {t('sessions')}
        </Button>
      )}
    </div>
  );
}
