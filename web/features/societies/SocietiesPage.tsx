import type { SocietyCard } from '@palabre/common/contract/societies.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { notice } from '../../ui/dialogs/dialogs.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../ui/fields/useTypedSearch.ts';
import { Skeleton, SkeletonGroup } from '../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Tag } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration, SearchIllustration } from '../../ui/pages/illustrations.tsx';
import { Column, More, Page, PageHead, PageNone, PageSearch } from '../../ui/pages/Page.tsx';
import { useMayMake } from '../running/settings/open/may-make.ts';
import { CreateSocietyDialog } from './CreateSocietyDialog.tsx';
import { useMySociety, useSocieties } from './open/societies.queries.ts';
import s from './Societies.module.css';

function Ghosts() {
  return (
    <SkeletonGroup className={s.grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map(name => (
        <div key={name} className={s.card}>
          <Skeleton width={52} height={52} radius={16} />
          <div className={s.names}>
            <Skeleton width="60%" height={18} />
            <Skeleton width="35%" height={14} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** Shows a society of the list; the user's own links to its own page. */
function Card({ card: { _id, name, logo, usersCount, membership } }: { card: SocietyCard }) {
  const { t } = useTranslation('societies');
  return (
    <li className={s.card}>
      <Avatar id={_id} title={name} src={logo} size={52} />
      <div className={s.names}>
        <h3 className={s.name}>
          <Link
            className={s.open}
            to={membership === 'none' ? paths.society(_id) : paths.userSociety}
            title={name}
            dir="auto"
          >
            {name}
          </Link>
        </h3>
        <span className={s.faint}>{t('common:members', { count: usersCount })}</span>
      </div>
      {membership !== 'none' && (
        <Tag tone={membership === 'pending' ? 'accent' : 'brand'}>{t(`membership.${membership}`)}</Tag>
      )}
    </li>
  );
}

/**
 * Shows /societies: the list, a search by name, and a button that creates a society.
 * The societies feature is companies: their pages, people, join requests and e-mail whitelist; requests are in
 * `open/societies.queries.ts`.
 */
export function SocietiesPage() {
  const { t } = useTranslation('societies');
  const { typed, setTyped, search } = useTypedSearch();
  const [creating, setCreating] = useState(false);
  const { first, cards, more, again, isLoadingMore } = useSocieties(search);
  const mine = useMySociety().data;
  const mayCreate = useMayMake('society');

  // A user has one society at most, which the form would only say once filled in.
  const create = () =>
    mine ? notice({ type: 'info', title: t('list.already'), text: t('one.elsewhere') }) : setCreating(true);

  return (
    <Page>
      <Column>
        <PageHead title={t('list.title')} level="h2" lead={t('list.lead')}>
          {mayCreate && <Button onClick={create}>{t('list.create')}</Button>}
        </PageHead>
        <PageSearch>
          <SearchField
            label={t('list.search')}
            placeholder={t('list.searchPlaceholder')}
            value={typed}
            onChange={setTyped}
          />
        </PageSearch>
        {first.isPending && <Ghosts />}
        {first.isError && !cards && (
          <PageNone>
            <EmptyState
              illustration={<LostIllustration />}
              title={t('list.failed')}
              text={first.error.message}
              action={<Button onClick={() => void first.refetch()}>{t('common:retry')}</Button>}
            />
          </PageNone>
        )}
        {cards?.length === 0 && (
          <PageNone>
            <EmptyState
              illustration={<SearchIllustration />}
              title={search ? t('list.noneFound', { search }) : t('list.empty')}
              text={t(search ? 'list.noneFoundText' : 'list.emptyText')}
              action={
                search ? (
                  <Button onClick={() => setTyped('')}>{t('list.showAll')}</Button>
                ) : (
                  mayCreate && <Button onClick={create}>{t('list.create')}</Button>
                )
              }
            />
          </PageNone>
        )}
        {cards && cards.length > 0 && (
          <ul className={s.grid} aria-label={t('list.label')}>
            {cards.map(card => (
              <Card key={card._id} card={card} />
            ))}
          </ul>
        )}
        <More more={more} again={again} isLoading={isLoadingMore}>
          {t('list.more')}
        </More>
      </Column>
      {creating && <CreateSocietyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
