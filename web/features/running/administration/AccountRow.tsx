import type { Account } from '@palabre/common/contract/running/administration.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Ban from 'lucide-react/icons/ban';
import LogOut from 'lucide-react/icons/log-out';
import UserCheck from 'lucide-react/icons/user-check';
import UserLock from 'lucide-react/icons/user-lock';
import { useId, useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Row, RowNote, rowLine } from '../../../ui/lists/Row.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Badge, Tag } from '../../../ui/marks/Badge.tsx';
import { useShownStatus } from '../../people/presence/open/presence.ts';
import { UserReports } from '../reports/open/UserReports.tsx';
import { AccountActs } from './AccountActs.tsx';
import s from './Admin.module.css';
import { ban } from './ban.ts';
import { DepartureDialog } from './DepartureDialog.tsx';
import { DiskOf } from './DiskOf.tsx';
import { restore, suspend } from './suspension.ts';

interface AccountRowProps {
  account: Account;
  open: boolean;
  onToggle: () => void;
  onBanned: () => void;
}

/** Shows an account among all, which opens on the reports about its person. */
export function AccountRow({ account, open, onToggle, onBanned }: AccountRowProps) {
  const { t } = useTranslation('administration');
  const panel = useId();
  const [isLeaving, setLeaving] = useState(false);
  const me = useSession(state => state.user);
  const { _id: id, email, firstName, lastName, avatar, admin, openReports, suspended } = account;
  const status = useShownStatus()(id, account.status);
  const name = fullName(account);
  const actor = { userId: me?._id ?? '', admin: me?.admin === true };
  const target = { userId: id, admin };
  return (
    <li className={s.account}>
      <div className={rowLine}>
        <Row
          face={<Avatar id={id} firstName={firstName} lastName={lastName} src={avatar} size={36} status={status} />}
          title={name}
          name={name}
          marks={
            <>
              {id === me?._id && <RowNote>({t('users.you')})</RowNote>}
              {admin && <Tag tone="brand">{t('users.administrator')}</Tag>}
              {suspended && <Tag>{t('ui:suspended')}</Tag>}
            </>
          }
          text={email}
          aside={<Badge count={openReports} label={t('users.open', { count: openReports })} />}
          opens={{ open, panel, toggle: onToggle }}
          actions={[
            suspended
              ? {
                  ...{
                    label: t('suspension.restore'),
                    name: t('suspension.restoreOn', { email }),
                    icon: <UserCheck />,
                  },
                  onSelect: () => void restore(account),
                }
              : can.suspendAccount(actor, target) && {
                  ...{ label: t('suspension.suspend'), name: t('suspension.suspendOn', { email }), icon: <UserLock /> },
                  onSelect: () => void suspend(account),
                },
            can.suspendAccount(actor, target) && {
              ...{ label: t('departure.action'), name: t('departure.actionOf', { email }), icon: <LogOut /> },
              onSelect: () => setLeaving(true),
            },
            can.banAccount(actor, target) && {
              ...{ label: t('ban.action'), name: t('ban.actionOn', { email }), icon: <Ban />, danger: true },
              onSelect: () => void ban(email, onBanned),
            },
          ]}
        />
      </div>
      {isLeaving && <DepartureDialog account={account} onClose={() => setLeaving(false)} />}
      {open && (
        <div className={s.panel} id={panel}>
          <AccountActs account={account} actor={actor} />
          <DiskOf userId={id} />
          <UserReports userId={id} name={name} />
        </div>
      )}
    </li>
  );
}
