import type { Account } from '@palabre/common/contract/running/administration.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import Ban from 'lucide-react/icons/ban';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { Row, RowNote, rowLine } from '../../../ui/lists/Row.tsx';
import { usePages } from '../../../ui/lists/usePages.ts';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Badge, Tag } from '../../../ui/marks/Badge.tsx';
import { useShownStatus } from '../../people/presence/open/presence.ts';
import { UserReports } from '../reports/open/UserReports.tsx';
import s from './Admin.module.css';
import { useAccounts } from './administration.queries.ts';
import { ban } from './ban.ts';

/**
 * Holds which accounts of a page are open. An open account keeps its line after its reports are handled, though the
 * refetched page lacks it: the administrator still reads it.
 */
function useStaying(users: readonly Account[] | undefined, page: string) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const last = useRef<{ page: string; accounts: readonly Account[] }>({ page, accounts: [] });
  const accounts = users && [...users];
  const before = last.current.page === page ? last.current.accounts : [];
  before.forEach((account, index) => {
    if (!accounts || !ids.includes(account._id) || accounts.some(({ _id }) => _id === account._id)) return;
    accounts.splice(index, 0, { ...account, openReports: 0 });
  });
  useEffect(() => {
    if (accounts) last.current = { page, accounts };
  });
  const set = (account: Account, wanted: boolean) =>
    setIds([...ids.filter(id => id !== account._id), ...(wanted ? [account._id] : [])]);
  return {
    accounts,
    isOpen: ({ _id }: Account) => ids.includes(_id),
    toggle: (account: Account) => set(account, !ids.includes(account._id)),
    letGo: (account: Account) => set(account, false),
  };
}

/** Shows « Utilisateurs & Signalements »: all users in the order of their addresses, page by page; each opens on the reports about them. */
export function UsersTab() {
  const { t } = useTranslation('administration');
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'everyone' | 'reported'>('everyone');
  const search = useDebounced(typed.trim());
  const pages = usePages(`${shown} ${search}`);
  const { data, isError, error, refetch, isPlaceholderData } = useAccounts(search, shown === 'reported', pages.cursor);
  const { accounts, isOpen, toggle, letGo } = useStaying(data?.users, `${shown} ${search} ${pages.cursor}`);
  return (
    <div className={s.tab}>
      <Listed
        tools={
          <>
            <SearchField
              label={t('users.search')}
              placeholder={t('users.searchPlaceholder')}
              value={typed}
              onChange={setTyped}
            />
            <Select
              label={t('users.filter')}
              value={shown}
              onChange={setShown}
              options={(['everyone', 'reported'] as const).map(value => ({ value, label: t(`users.${value}`) }))}
            />
          </>
        }
        said={data ? t('users.total', { count: data.total }) : ''}
        count={accounts?.length}
        failed={{ title: t('users.failed'), isError, error, retry: refetch }}
        empty={t(shown === 'reported' && search === '' ? 'users.noneReported' : 'users.none')}
      >
        <ul aria-label={t('users.list')}>
          {accounts?.map(account => (
            <AccountRow
              key={account._id}
              account={account}
              open={isOpen(account)}
              onToggle={() => toggle(account)}
              onBanned={() => letGo(account)}
            />
          ))}
        </ul>
      </Listed>
      <Pager pages={pages} next={data?.nextCursor} waiting={isPlaceholderData} count={data?.users.length} />
    </div>
  );
}

interface AccountRowProps {
  account: Account;
  open: boolean;
  onToggle: () => void;
  onBanned: () => void;
}

function AccountRow({ account, open, onToggle, onBanned }: AccountRowProps) {
  const { t } = useTranslation('administration');
  const panel = useId();
  const me = useSession(state => state.user);
  const { _id: id, email, firstName, lastName, avatar, admin, openReports } = account;
  const status = useShownStatus()(id, account.status);
  const name = fullName(account);
  const mayBan = can.banAccount({ userId: me?._id ?? '', admin: me?.admin === true }, { userId: id });
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
            </>
          }
          text={email}
          aside={<Badge count={openReports} label={t('users.open', { count: openReports })} />}
          opens={{ open, panel, toggle: onToggle }}
          actions={[
            mayBan && {
              ...{ label: t('ban.action'), name: t('ban.actionOn', { email }), icon: <Ban />, danger: true },
              onSelect: () => void ban(email, onBanned),
            },
          ]}
        />
      </div>
      {open && (
        <div className={s.panel} id={panel}>
          <UserReports userId={id} name={name} />
        </div>
      )}
    </li>
  );
}
