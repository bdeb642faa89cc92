import type { WorkspaceCard as Card } from '@palabre/common/contract/workspaces.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useSession } from '../../platform/session.ts';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration, SearchIllustration } from '../../ui/illustrations.tsx';
import { More, Page, PageHead, PageNone, PageSearch } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { useInviteCode } from '../invites/use-invite-code.ts';
import { useCreateWorkspaceDialog } from './create.store.ts';
import s from './DiscoverPage.module.css';
import { useEnterWorkspace } from './enter.ts';
import { type Filter, filterCards, useFilter } from './filters.ts';
import { WorkspaceCard } from './WorkspaceCard.tsx';
import { useJoinWorkspace, useWorkspaces } from './workspaces.queries.ts';

const titles = { public: 'discover.title', mine: 'discover.titleMine', society: 'discover.titleSociety' } as const;
const ghosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Ghosts() {
  return (
    <SkeletonGroup className={s.grid}>
      {ghosts.map(name => (
        <div key={name} className={s.ghost}>
          <div className={s.ghostHead}>
            <Skeleton width={52} height={52} radius={16} />
            <div>
              <Skeleton width="70%" height={18} />
            </div>
          </div>
          <Skeleton height={14} />
          <Skeleton width="80%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** What a filter says when it keeps nothing, and the one thing to do then. */
function Nothing({ filter, hasSociety }: { filter: Filter; hasSociety: boolean }) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const setCreating = useCreateWorkspaceDialog(state => state.setOpen);
  const kind = filter === 'society' && !hasSociety ? 'noSociety' : filter;
  const act = () => (kind === 'noSociety' ? void navigate(paths.societies) : setCreating(true));
  return (
    <PageNone>
      <EmptyState
        illustration={<SearchIllustration />}
        title={t(`discover.empty.${kind}.title`)}
        text={t(`discover.empty.${kind}.text`)}
        action={<Button onClick={act}>{t(`discover.empty.${kind}.action`)}</Button>}
      />
    </PageNone>
  );
}

function Cards({ cards, userId }: { cards: readonly Card[]; userId: string }) {
  const join = useJoinWorkspace();
  const enter = useEnterWorkspace();
  const { t } = useTranslation('workspaces');

  async function joinAndEnter(id: string) {
    const { workspace } = await join.mutateAsync(id);
    alerts.success(t('card.joined'));
    await enter(workspace);
  }

  return (
    <div className={s.grid}>
      {cards.map(card => (
        <WorkspaceCard
          key={card._id}
          card={card}
          userId={userId}
          joining={join.isPending && join.variables === card._id}
          // A refusal has been told by its alert.
          onJoin={() => joinAndEnter(card._id).catch(() => null)}
        />
      ))}
    </div>
  );
}

/** /workspaces: where one finds the places where people talk (spec 2 §2). */
export function DiscoverPage() {
  const { t } = useTranslation(['workspaces', 'common']);
  const filter = useFilter();
  const me = useSession(state => state.user);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { first, cards: found, more, isLoadingMore } = useWorkspaces(search, filter === 'society');
  const { isPending, isError, error, refetch } = first;
  const askCode = useInviteCode();
  const cards = found && filterCards(found, filter, me?.societyId);
  return (
    <Page>
      <PageHead title={t(titles[filter])} level="h2">
        <Button variant="outline" onClick={askCode}>
          {t('discover.enterCode')}
        </Button>
      </PageHead>
      <PageSearch>
        <SearchField
          label={t('discover.search')}
          placeholder={t('discover.searchPlaceholder')}
          value={typed}
          onChange={setTyped}
        />
      </PageSearch>
      {isPending && <Ghosts />}
      {isError && !found && (
        <PageNone>
          <EmptyState
            illustration={<LostIllustration />}
            title={t('discover.failed')}
            text={error.message}
            action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
          />
        </PageNone>
      )}
      {cards?.length === 0 && search !== '' && (
        <PageNone>
          <EmptyState
            illustration={<SearchIllustration />}
            title={t('discover.noneFound', { search })}
            text={t('discover.noneFoundText')}
            action={<Button onClick={() => setTyped('')}>{t('discover.showAll')}</Button>}
          />
        </PageNone>
      )}
      {cards?.length === 0 && search === '' && !more && <Nothing filter={filter} hasSociety={Boolean(me?.societyId)} />}
      {cards && cards.length > 0 && <Cards cards={cards} userId={me?._id ?? ''} />}
      <More more={more} isLoading={isLoadingMore}>
        {t('discover.more')}
      </More>
    </Page>
  );
}
