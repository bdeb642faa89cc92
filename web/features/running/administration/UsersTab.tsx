import type { Account } from '@palabre/common/contract/running/administration.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { AccountRow } from './AccountRow.tsx';
import s from './Admin.module.css';
import { type Shown, useAccounts } from './administration.queries.ts';

/**
 * Holds which accounts of a page are open. An open account keeps its line after its reports are handled, even if the
 * refetched page lacks it: the administrator is still reading it.
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

/** Text of each empty list. */
const none = {
  everyone: 'users.none',
  reported: 'users.noneReported',
  administrators: 'users.none',
  suspended: 'users.noneSuspended',
} as const;

/** Shows « Utilisateurs & Signalements »: all users in the order of their addresses, page by page; each opens on the reports about them. */
export function UsersTab() {
  const { t } = useTranslation('administration');
  const { typed, setTyped, ...searched } = useTypedSearch();
  const [shown, setShown] = useState<Shown>('everyone');
  const { data, ...list } = useAccounts(searched, shown);
  const { accounts, isOpen, toggle, letGo } = useStaying(data?.users, list.page);
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
              options={(['everyone', 'reported', 'administrators', 'suspended'] as const).map(value => ({
                value,
                label: t(`users.${value}`),
              }))}
            />
          </>
        }
        said={data ? t('users.total', { count: data.total }) : ''}
        count={accounts?.length}
        {...list.told(t('users.failed'))}
        empty={t(searched.search === '' ? none[shown] : 'users.none')}
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
      <Pager {...list.pager} count={data?.users.length} />
    </div>
  );
}
