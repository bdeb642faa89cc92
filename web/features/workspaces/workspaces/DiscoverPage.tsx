import type { WorkspaceCard as Card } from '@palabre/common/contract/workspaces/workspaces.ts';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { visitsOf } from '../../../platform/device/visits.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { useTypedSearch } from '../../../ui/fields/useTypedSearch.ts';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { LostIllustration, SearchIllustration } from '../../../ui/pages/illustrations.tsx';
import { More, Page, PageHead, PageNone, PageSearch } from '../../../ui/pages/Page.tsx';
import { useMayMake } from '../../running/settings/open/may-make.ts';
import { useInviteCode } from '../invites/open/use-invite-code.ts';
import { useEnterWorkspace } from '../structure/open/enter.ts';
import { useJoinWorkspace, useMyWorkspaces, useWorkspaces } from '../structure/open/workspaces.queries.ts';
import { useCreateWorkspaceDialog } from './create.store.ts';
import s from './DiscoverPage.module.css';
import { type Filter, filterCards, searchFor, useFilter } from './filters.ts';
import { WorkspaceCard } from './WorkspaceCard.tsx';

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

/** Shows a filter's empty state and its single action. */
function Nothing({ filter, hasSociety }: { filter: Filter; hasSociety: boolean }) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const mayCreate = useMayMake('workspace');
  const setCreating = useCreateWorkspaceDialog(state => state.setOpen);
  const kind = filter === 'society' && !hasSociety ? 'noSociety' : filter;
  const act = () => (kind === 'noSociety' ? void navigate(paths.societies) : setCreating(true));
  return (
    <PageNone>
      <EmptyState
        illustration={<SearchIllustration />}
        title={t(`discover.empty.${kind}.title`)}
        text={t(`discover.empty.${kind}.text`)}
        action={
          (mayCreate || kind === 'noSociety') && <Button onClick={act}>{t(`discover.empty.${kind}.action`)}</Button>
        }
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
          // A refusal has shown its own alert.
          onJoin={() => joinAndEnter(card._id).catch(() => null)}
        />
      ))}
    </div>
  );
}

/** Number of the user's workspaces shown first: one row, where there is room. */
const resumed = 4;

/** Picks the user's workspaces to show first, last visited first. */
function firstOnes(mine: readonly Card[] | undefined, userId: string): readonly Card[] {
  const visited = visitsOf(userId).map(({ workspaceId }) => workspaceId);
  const rank = ({ _id }: Card) => (visited.includes(_id) ? visited.indexOf(_id) : visited.length);
  return [...(mine ?? [])].sort((a, b) => rank(a) - rank(b)).slice(0, resumed);
}

/** Shows the user's own workspaces, above the other workspaces. */
function Resume({ cards, userId, all }: { cards: readonly Card[]; userId: string; all: boolean }) {
  const { t } = useTranslation('workspaces');
  return (
    <section className={s.resume} aria-labelledby="discover-resume">
      <div className={s.sectionHead}>
        <h3 className={s.section} id="discover-resume">
          {t('discover.resume')}
        </h3>
        {!all && <Link to={{ pathname: paths.workspaces, search: searchFor('mine') }}>{t('discover.allMine')}</Link>}
      </div>
      <Cards cards={cards} userId={userId} />
    </section>
  );
}

/**
 * Shows /workspaces: discovers, joins and creates workspaces.
 * The workspaces feature is this page, the workspace bar and menu, and the settings; its queries are in
 * `workspaces/structure`, its events in `workspaces.live.ts`.
 */
export function DiscoverPage() {
  const { t } = useTranslation('workspaces');
  const filter = useFilter();
  const me = useSession(state => state.user);
  const { typed, setTyped, search } = useTypedSearch();
  const { first, cards: found, more, again, isLoadingMore } = useWorkspaces(search, filter === 'society');
  const { isPending, isError, error, refetch } = first;
  const askCode = useInviteCode();
  const mine = useMyWorkspaces().data;
  const userId = me?._id ?? '';
  const begun = filter === 'public' && search === '' ? firstOnes(mine, userId) : [];
  const kept = found && filterCards(found, filter, me?.societyId);
  const cards = kept?.filter(({ _id }) => !begun.some(one => one._id === _id));
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
      {begun.length > 0 && <Resume cards={begun} userId={userId} all={begun.length === mine?.length} />}
      {begun.length > 0 && cards && cards.length > 0 && <h3 className={s.section}>{t('discover.others')}</h3>}
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
      {cards?.length === 0 && search === '' && !more && begun.length === 0 && (
        <Nothing filter={filter} hasSociety={Boolean(me?.societyId)} />
      )}
      {cards && cards.length > 0 && <Cards cards={cards} userId={userId} />}
      <More more={more} again={again} isLoading={isLoadingMore}>
        {t('discover.more')}
      </More>
    </Page>
  );
}
