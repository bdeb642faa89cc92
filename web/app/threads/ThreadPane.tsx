import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { useMemo } from 'react';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import { PlaceMessages } from '../../features/messages/messages/PlaceMessages.tsx';
import { signature } from '../../features/messages/text/open/sender.ts';
import { useThreadAddress } from '../../features/messages/threads/open/open-thread.ts';
import { newerState, useThreadStates } from '../../features/messages/threads/open/thread-states.ts';
import { useThread } from '../../features/messages/threads/open/threads.queries.ts';
import '../../features/messages/threads/open/threads.texts.ts';
import { useTimelines } from '../../features/messages/timeline/open/timelines.store.ts';
import { type Place, placeKey, placeOf } from '../../platform/address/place.ts';
import { ApiError } from '../../platform/server/api.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import s from './ThreadPane.module.css';

type World = Pick<Parameters<typeof PlaceMessages>[0], 'world' | 'member' | 'colourOf' | 'refusal'>;

interface ThreadPaneProps extends World {
  /** Id of the root, or of a message of the thread. */
  id: string;
  /** Id of the reply to show. */
  wanted: string | null;
  /** Channel or conversation of the thread, and its name. */
  parent: Place;
  where: string;
}

/**
 * Returns the newest version of the root: from its place's timeline, if loaded there, or from the thread's own
 * response.
 */
function useRoot(id: string, parent: Place, read: Message | undefined): Message | undefined {
  const there = useTimelines(({ places }) =>
    places[placeKey(parent)]?.timeline.messages.find(message => message._id === id),
  );
  return there && (read?.seq ?? 0) <= there.seq ? there : read;
}

/** Thread beside its channel or conversation: its root, its replies, and a field for the next reply. */
export function ThreadPane({ id, wanted, parent, where, ...world }: ThreadPaneProps) {
  const { t } = useTranslation('threads');
  const { data, error, refetch } = useThread(id);
  const { close } = useThreadAddress();
  const rootId = data?.root._id ?? id;
  const root = useRoot(rootId, parent, data?.root);
  const told = useThreadStates(({ states }) => states[rootId]);
  const read = root?.thread ?? data?.thread;
  const state = told ? newerState(told, read) : read;
  const place = useMemo(() => ({ threadId: rootId }), [rootId]);
  const name = root && !root.deleted ? signature(root.sender) : null;
  const title = root ? (name ? t('of', { name }) : t('ofDeleted')) : t('title');
  const isElsewhere = root !== undefined && placeKey(placeOf(root)) !== placeKey(parent);
  const isGone = isElsewhere || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <ThreadHead title={title} where={where} rootId={rootId} root={isGone ? undefined : root} state={state} />
      {isGone ? (
        <div className={s.centre}>
          <EmptyState
            illustration={<LostIllustration />}
            title={t('gone')}
            text={t('goneText')}
            action={<Button onClick={close}>{t('close')}</Button>}
          />
        </div>
      ) : root ? (
        <PlaceMessages
          key={rootId}
          place={place}
          root={root}
          wanted={wanted}
          words={{ list: title, composer: t('field'), placeholder: t('placeholder') }}
          alsoIn={where}
          {...world}
        />
      ) : error ? (
        <div className={s.centre}>
          <EmptyState
            illustration={<LostIllustration />}
            title={t('loadFailed')}
            action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
          />
        </div>
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
