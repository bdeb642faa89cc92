import type { BannedUser } from '@palabre/common/contract/running/administration.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { Listed } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { usePages } from '../../../ui/lists/usePages.ts';
import s from './Admin.module.css';
import { unbanAddress, useBannedAddresses } from './administration.queries.ts';

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
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const pages = usePages(search);
  const { data, isError, error, refetch, isPlaceholderData } = useBannedAddresses(search, pages.cursor);
  return (
    <div className={s.tab}>
      <SearchField label={t('banned.search')} value={typed} onChange={setTyped} />
      <Listed
        label={t('banned.list')}
        count={data?.emails.length}
        failed={{ title: t('banned.failed'), isError, error, retry: refetch }}
        empty={t(search === '' ? 'banned.empty' : 'banned.none')}
      >
        {data?.emails.map(banned => (
          <li key={banned._id} className={s.bannedLine}>
            <span className={s.email}>{banned.email}</span>
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('banned.removeOf', { email: banned.email })}
              onClick={() => unban(banned)}
            >
              {t('banned.remove')}
            </Button>
          </li>
        ))}
      </Listed>
      <Pager pages={pages} next={data?.nextCursor} waiting={isPlaceholderData} count={data?.emails.length} />
    </div>
  );
}
