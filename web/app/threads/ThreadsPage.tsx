import { type ThreadFilter, threadFilters } from '@palabre/common/contract/messages/threads.ts';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useThreads } from '../../features/messages/threads/open/threads.queries.ts';
import '../../features/messages/threads/open/threads.texts.ts';
import { markThreadsRead } from '../../features/reading/unread/open/marking.ts';
import { useUnreadThreads } from '../../features/reading/unread/open/unread.queries.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Tabs } from '../../ui/lists/Tabs.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration, TalkIllustration } from '../../ui/pages/illustrations.tsx';
import { Column, More, Page } from '../../ui/pages/Page.tsx';
import { CardSkeleton, ListedThread } from './ListedThread.tsx';
import s from './ThreadsPage.module.css';

const filterParam = 'filter';

/** Page of all threads: unread, followed, and under the person's own messages. */
export function ThreadsPage() {
  const { t } = useTranslation('threads');
  const [search, setSearch] = useSearchParams();
  const threads = useUnreadThreads();
  const unread = threads?.length ?? 0;
  const [first, setFirst] = useState<ThreadFilter | null>(null);
  // Chosen once, as soon as the unread threads are known.
  if (first === null && threads) setFirst(unread > 0 ? 'unread' : 'followed');
  const filter = threadFilters.find(one => one === search.get(filterParam)) ?? first ?? 'unread';
  return (
    <Page>
      <Column>
        <div className={s.page}>
          <Tabs
            label={t('lists')}
            value={filter}
            onChange={value => setSearch({ [filterParam]: value }, { replace: true })}
            tabs={threadFilters.map(value => ({
              value,
              label: t(`filter.${value}`),
              ...(value === 'unread' && unread > 0 && { count: unread }),
              content: <Threads filter={value} />,
            }))}
          />
          {unread > 0 && (
            <Button
              className={s.allRead}
              variant="ghost"
              size="sm"
              icon={<CheckCheck />}
              onClick={() => void markThreadsRead()}
            >
              {t('allRead')}
            </Button>
          )}
        </div>
      </Column>
    </Page>
  );
}

function Threads({ filter }: { filter: ThreadFilter }) {
  const { t } = useTranslation('threads');
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useThreads(filter);
  const next = hasNextPage ? () => void fetchNextPage() : undefined;
  const listed = data?.pages.flatMap(({ threads }) => threads) ?? [];
  const shown = new Set(listed.map(({ thread }) => thread.threadId));
  // Rows never move while being read: newer threads appear on request.
  const missing = useUnreadThreads()?.filter(id => !shown.has(id)).length ?? 0;
  const fresh = data && !hasNextPage && filter !== 'mine' ? missing : 0;
  if (!data && isError) {
    return (
      <EmptyState
        illustration={<LostIllustration />}
        title={t('listFailed')}
        action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <div className={s.skeletons}>
        <CardSkeleton />
        <CardSkeleton />
      </div>
    );
  }
  return (
    <>
      {fresh > 0 && (
        <Button className={s.fresh} size="sm" onClick={() => void refetch()}>
          {t('fresh', { count: fresh })}
        </Button>
      )}
      {listed.length === 0 && (
        <EmptyState illustration={<TalkIllustration />} title={t(`none.${filter}`)} text={t(`noneText.${filter}`)} />
      )}
      {listed.map(one => (
        <ListedThread key={one.thread.threadId} listed={one} />
      ))}
      <More
        {...(isFetchNextPageError ? { more: undefined, again: next } : { more: next })}
        isLoading={isFetchingNextPage}
      >
        {t('more')}
      </More>
    </>
  );
}
