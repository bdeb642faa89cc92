import type { BannedUser } from '@palabre/common/contract/running/administration.ts';
import Ban from 'lucide-react/icons/ban';
import Mail from 'lucide-react/icons/mail';
import UserCheck from 'lucide-react/icons/user-check';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { Row, RowIcon } from '../../../ui/lists/Row.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import s from './Admin.module.css';
import { unbanAddress, useBannedAddresses } from './administration.queries.ts';
import { banAnAddress } from './ban.ts';

async function unban({ _id: id }: BannedUser): Promise<void> {
  try {
    alerts.success((await unbanAddress(id)).message);
  } catch (cause) {
    tellFailure(cause);
  }
}

/** Shows « Utilisateurs bannis »: the banned addresses, with « Retirer ». */
export function BannedTab() {
  const { t } = useTranslation('administration');
  const { typed, setTyped, ...searched } = useTypedSearch();
  const { data, ...list } = useBannedAddresses(searched);
  return (
    <div className={s.tab}>
      <Listed
        tools={
          <>
            <SearchField label={t('banned.search')} value={typed} onChange={setTyped} />
            <Button variant="secondary" size="lg" icon={<Ban />} onClick={() => void banAnAddress()}>
              {t('ban.address')}
            </Button>
          </>
        }
        // The server sends no count of addresses; a single page holds them all.
        said={data && list.isShort ? t('banned.count', { count: data.emails.length }) : ''}
        count={data?.emails.length}
        {...list.told(t('banned.failed'))}
        empty={t(searched.search === '' ? 'banned.empty' : 'banned.none')}
      >
        <Rows label={t('banned.list')} items={data?.emails ?? []} idOf={banned => banned._id}>
          {banned => (
            <Row
              face={
                <RowIcon>
                  <Mail />
                </RowIcon>
              }
              title={banned.email}
              name={banned.email}
              text={banned.reason}
              wraps
              actions={[
                {
                  ...{ label: t('banned.remove'), name: t('banned.removeOf', { email: banned.email }) },
                  icon: <UserCheck />,
                  onSelect: () => void unban(banned),
                },
              ]}
            />
          )}
        </Rows>
      </Listed>
      <Pager {...list.pager} count={data?.emails.length} />
    </div>
  );
}
