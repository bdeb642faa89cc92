import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Move } from '@palabre/common/contract/workspaces/members.ts';
import type { MemberFacts } from '@palabre/common/permissions/can.ts';
import { Suspense, useCallback, useMemo, useRef } from 'react';
import { type Place, placeKey } from '../../../platform/address/place.ts';
import { logFailure } from '../../../platform/device/log.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { laterUnasked } from '../../../ui/overlays/later.ts';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../../ui/pages/illustrations.tsx';
import { useMe } from '../../people/users/open/users.queries.ts';
import { markPlaceRead } from '../../reading/unread/open/read-marks.ts';
import { useFileDrop } from '../files/open/useFileDrop.ts';
import { editOf, useWriting } from '../outbox/open/writing.ts';
import type { LinkedMessages } from '../text/open/permalinks.ts';
import { TextWorldProvider } from '../text/open/TextWorldProvider.tsx';
import { useLinkedMessages } from '../text/open/useLinkedMessages.ts';
import { useMentionNames } from '../text/open/useMentionNames.ts';
import { useThreadAddress } from '../threads/open/open-thread.ts';
import { placeStateOf } from '../timeline/open/timelines.store.ts';
import { showEnd } from '../timeline/open/timelines.ts';
import { Composer, type ComposerHandle } from './composer/Composer.tsx';
import type { CompletionWorld } from './composer/completion/world.ts';
import { Beginning, type PlaceFacts } from './list/Beginning.tsx';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { MessageList } from './list/MessageList.tsx';
import { MovesBelow } from './list/rows/MovesLine.tsx';
import { answeredIn, type Row } from './list/rows/rows.ts';
import { usePlaceTimeline } from './list/usePlaceTimeline.ts';
import s from './PlaceMessages.module.css';
import { TypingLine } from './typing/TypingLine.tsx';
import { useMessageDesk } from './useMessageDesk.ts';
import { useSignatures } from './useSignatures.ts';
import { useStartEdit } from './useStartEdit.ts';

// Loaded on the first drag over the page.
const DropOverlay = laterUnasked(
  async () => (await import('../files/open/DropOverlay.tsx')).DropOverlay,
  () => null,
);

interface PlaceMessagesProps {
  place: Place;
  /** Id of the message to show; null opens the list at the read position. */
  wanted: string | null;
  /** Names of the list and the field for screen readers, and the field's placeholder. */
  words: { list: string; composer: string; placeholder: string };
  /** Facts shown at the place's beginning; a thread begins with its root. */
  facts?: PlaceFacts;
  /** Root message, if the place is a thread. */
  root?: Message | undefined;
  /** Whether a layer covers the messages, so that none of them is read. */
  covered?: boolean;
  /** Name of the place that may show a reply of this thread too: « #général ». */
  alsoIn?: string | undefined;
  /** Reason why the user may not write here; null if they may. */
  refusal: string | null;
  /** People, roles and channels that can be mentioned here. */
  world: CompletionWorld;
  /** User's role in the place's workspace; absent for a conversation. */
  member?: MemberFacts;
  colourOf: (userId: string) => string | undefined;
  /** Joins and departures, in order, where the place shows them. */
  moves?: readonly Move[];
}

const noMoves: readonly Move[] = [];

/** Lists the texts on screen: rows, answered messages, linked messages. */
const textsOf = (rows: readonly Row[], linked: LinkedMessages): { content: string }[] => [
  ...rows,
  ...rows.flatMap(row => answeredIn(row) ?? []).map(({ excerpt: content }) => ({ content })),
  ...[...linked.values()].map(({ excerpt: content }) => ({ content })),
];

/**
 * Shows the messages of a channel or a conversation with its composer; needs a `key` per place.
 * The messages feature is this pane: the virtual list in `list/`, the composer in `composer/`, the actions in
 * `open/message-actions.ts`; `messages.live.ts` applies events.
 */
export function PlaceMessages(props: PlaceMessagesProps) {
  const { place, wanted, words, facts, root, covered = false, alsoIn } = props;
  const { refusal, world, member, colourOf, moves = noMoves } = props;
  const { t } = useTranslation('messages');
  const key = placeKey(place);
  const me = useMe();
  const userId = me?._id ?? '';
  const timeline = usePlaceTimeline({ place, userId, wanted, moves, root, covered });
  const { rows, clearLine, onLatest, hasNewer } = timeline;
  const linked = useLinkedMessages(rows);
  const names = useMentionNames(
    useMemo(() => textsOf(rows, linked), [rows, linked]),
    world,
  );
  const composer = useRef<ComposerHandle>(null);
  const { open: openThread } = useThreadAddress();
  const editing = useWriting(key, writing => writing.editing);
  const takesFiles = useWriting(key, writing => editOf(writing)?.kind !== 'sent') && !refusal;
  const { firstName = '', lastName = '', avatar = null } = me ?? {};
  const myself = useMemo(() => ({ firstName, lastName, avatar }), [firstName, lastName, avatar]);
  const sign = useSignatures(rows, linked, { _id: userId, firstName, lastName }, moves);
  const toComposer = useCallback(() => composer.current?.focus(), []);

  const edit = useStartEdit(key, names, toComposer);
  const desk = useMessageDesk({
    ...{ place, workspaceId: world.workspaceId, member, mayWrite: refusal === null },
    ...{ userId, openThread, edit, toComposer },
  });
  const idOf = (row: Row) => (row.kind === 'message' ? row.message._id : row.entry.nonce);
  const editingKey = editing === null ? null : (rows.find(row => idOf(row) === editing)?.key ?? null);
  const onSent = useCallback(() => {
    clearLine();
    if (hasNewer) onLatest();
  }, [clearLine, hasNewer, onLatest]);
  const allRead = () => {
    clearLine();
    void markPlaceRead(place);
  };
  const editLast = useCallback(() => {
    const begin = async () => {
      // The last message may not be loaded while the list is scrolled far up.
      if (hasNewer) await showEnd(place);
      const isOwn = ({ sender, deleted }: Message) => sender._id === userId && !deleted;
      const message = placeStateOf(place)?.timeline.messages.findLast(isOwn);
      if (message) edit({ kind: 'message', message });
    };
    begin().catch((cause: unknown) => logFailure('The last message was not fetched', cause));
  }, [place, hasNewer, edit, userId]);

  const mark = useRef<HTMLSpanElement>(null);
  const dragged = useFileDrop(mark, files => composer.current?.attach(files));

  return (
    <TextWorldProvider workspaceId={world.workspaceId} linked={linked} sign={sign}>
      <span ref={mark} hidden />
      {dragged && takesFiles && (
        <Suspense fallback={null}>
          <DropOverlay over={mark} />
        </Suspense>
      )}
      {timeline.failure && !timeline.isLoaded && !timeline.isLoading ? (
        <div className={s.centre}>
          <EmptyState
            illustration={<LostIllustration />}
            title={t('loadFailed')}
            text={timeline.failure.message}
            action={<Button onClick={timeline.onRetry}>{t('retry')}</Button>}
          />
        </div>
      ) : !timeline.isLoaded && rows.length === 0 ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <>
          <div className={s.centre}>
            {facts && (
              <Beginning facts={facts} reachable>
                <div className={s.empty}>
                  <p>{t('empty')}</p>
                  {!refusal && <p>{t('emptyText')}</p>}
                </div>
              </Beginning>
            )}
          </div>
          {timeline.movesBelow && (
            <div className={s.moves}>
              <MovesBelow moves={timeline.movesBelow} />
            </div>
          )}
        </>
      ) : (
        <MessageList
          // Remounts once loaded: pending messages may come first, but the loaded ones decide where the list opens.
          key={String(timeline.isLoaded)}
          label={words.list}
          rows={rows}
          userId={userId}
          myself={myself}
          colourOf={colourOf}
          names={names}
          editingKey={editingKey}
          loadingOlder={timeline.loadingOlder}
          hasOlder={timeline.hasOlder}
          hasNewer={hasNewer}
          facts={facts}
          movesBelow={timeline.movesBelow}
          jump={timeline.jump}
          onJumped={timeline.onJumped}
          onOlder={timeline.onOlder}
          onNewer={timeline.onNewer}
          onLatest={onLatest}
          onDay={timeline.onDay}
          onSeen={timeline.onSeen}
          onAllRead={allRead}
          onLeave={toComposer}
          desk={desk}
        />
      )}
      <div className={s.foot}>
        <Composer
          ref={composer}
          place={place}
          world={world}
          label={words.composer}
          placeholder={words.placeholder}
          refusal={refusal}
          alsoIn={alsoIn}
          onSent={onSent}
          onEditLast={editLast}
        />
        <TypingLine placeId={key} />
      </div>
    </TextWorldProvider>
  );
}
