import type { Role } from '@palabre/common/contract/roles.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TalkIllustration } from '../../ui/illustrations.tsx';
import { useMe } from '../users/users.queries.ts';
import { Composer, type ComposerHandle } from './composer/Composer.tsx';
import { keepDraft, readDraft } from './composer/drafts.ts';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { MessageList } from './list/MessageList.tsx';
import type { Row } from './list/rows.ts';
import { editMessage, type MessageDesk } from './message-actions.ts';
import { drop, post } from './outbox/outbox.ts';
import s from './PlaceMessages.module.css';
import { type Place, placeKey } from './place.ts';
import { useMentionNames } from './text/useMentionNames.ts';
import { usePlaceTimeline } from './timeline/usePlaceTimeline.ts';

interface PlaceMessagesProps {
  place: Place;
  /** Names of the list and of the field, for screen readers, and what the empty field says. */
  words: { list: string; composer: string; placeholder: string };
  /** Why one may not write here; null: one may. */
  refusal: string | null;
  /** Who may be mentioned together, by id. */
  roles?: readonly Pick<Role, '_id' | 'name'>[];
  colourOf: (userId: string) => string | undefined;
}

/** The messages of a channel or a conversation and where one writes to it; give it a `key` for each place. */
export function PlaceMessages({ place, words, refusal, roles, colourOf }: PlaceMessagesProps) {
  const { t } = useTranslation('messages');
  const key = placeKey(place);
  const me = useMe();
  const userId = me?._id ?? '';
  const timeline = usePlaceTimeline(place, userId);
  const { rows, clearLine, onLatest, hasNewer } = timeline;
  const names = useMentionNames(rows, roles);
  const composer = useRef<ComposerHandle>(null);
  const [draft, setDraft] = useState(() => readDraft(userId, key));
  const [editing, setEditing] = useState<Row | null>(null);
  const { firstName = '', lastName = '', avatar = null } = me ?? {};
  const myself = useMemo(() => ({ firstName, lastName, avatar }), [firstName, lastName, avatar]);
  const toComposer = useCallback(() => composer.current?.focus(), []);

  const changeDraft = useCallback(
    (text: string) => {
      setDraft(text);
      keepDraft(userId, key, text);
    },
    [userId, key],
  );
  const desk = useMemo<MessageDesk>(
    () => ({
      edit(row) {
        if (row.kind === 'message') return setEditing(row);
        // Not sent yet: its text goes back where it was typed, and it is sent anew.
        drop(row.entry.nonce);
        changeDraft(row.content);
        toComposer();
      },
    }),
    [changeDraft, toComposer],
  );
  const stopEditing = () => {
    setEditing(null);
    toComposer();
  };
  const send = (content: string) => {
    post(place, content);
    clearLine();
    if (hasNewer) onLatest();
  };
  const editLast = () => {
    setEditing(rows.findLast(row => row.kind === 'message' && row.senderId === userId) ?? null);
  };

  return (
    <>
      {timeline.failure && !timeline.isLoaded && !timeline.isLoading ? (
        <div className={s.centre}>
          <EmptyState
            title={t('loadFailed')}
            text={timeline.failure.message}
            action={<Button onClick={onLatest}>{t('retry')}</Button>}
          />
        </div>
      ) : !timeline.isLoaded && rows.length === 0 ? (
        <ListSkeleton />
      ) : rows.length === 0 ? (
        <div className={s.centre}>
          <EmptyState
            illustration={<TalkIllustration />}
            title={t('empty')}
            text={refusal ? undefined : t('emptyText')}
          />
        </div>
      ) : (
        <MessageList
          label={words.list}
          rows={rows}
          userId={userId}
          myself={myself}
          colourOf={colourOf}
          names={names}
          editingKey={editing?.key ?? null}
          loadingOlder={timeline.loadingOlder}
          hasNewer={hasNewer}
          onOlder={timeline.onOlder}
          onNewer={timeline.onNewer}
          onLatest={onLatest}
          onSeen={timeline.onSeen}
          onLeave={toComposer}
          desk={desk}
        />
      )}
      <Composer
        ref={composer}
        label={words.composer}
        placeholder={words.placeholder}
        refusal={refusal}
        editing={editing?.kind === 'message' ? { key: editing.key, content: editing.content } : null}
        draft={draft}
        onDraft={changeDraft}
        onSend={send}
        onEdit={async content => {
          if (editing?.kind !== 'message') return false;
          const done = content === editing.content || (await editMessage(editing.message, content));
          if (done) stopEditing();
          return done;
        }}
        onCancelEdit={stopEditing}
        onEditLast={editLast}
      />
    </>
  );
}
