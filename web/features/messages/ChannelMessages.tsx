import type { Channel } from '@palabre/common/contract/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TalkIllustration } from '../../ui/illustrations.tsx';
import { channelFacts } from '../channels/channels.queries.ts';
import { useMember } from '../members/membership.ts';
import { useNameColours } from '../members/useNameColour.ts';
import { useMe } from '../users/users.queries.ts';
import s from './ChannelPage.module.css';
import { Composer, type ComposerHandle } from './composer/Composer.tsx';
import { keepDraft, readDraft } from './composer/drafts.ts';
import { ListSkeleton } from './list/ListSkeleton.tsx';
import { MessageList } from './list/MessageList.tsx';
import type { Row } from './list/rows.ts';
import { copyMessage, editMessage, removeMessage } from './message-actions.ts';
import { drop, post, retry } from './outbox/outbox.ts';
import type { Place } from './place.ts';
import { useMentionNames } from './text/useMentionNames.ts';
import { usePlaceTimeline } from './timeline/usePlaceTimeline.ts';

interface ChannelMessagesProps {
  channel: Channel;
  isWelcome: boolean;
}

/** The messages of a channel and where one writes to it; give it a `key` for each channel. */
export function ChannelMessages({ channel, isWelcome }: ChannelMessagesProps) {
  const { t } = useTranslation('messages');
  const { _id: channelId, title, workspaceId } = channel;
  const me = useMe();
  const userId = me?._id ?? '';
  const member = useMember(workspaceId);
  const place = useMemo<Place>(() => ({ channelId }), [channelId]);
  const timeline = usePlaceTimeline(place, userId);
  const { rows, clearLine, onLatest, hasNewer } = timeline;
  const names = useMentionNames(rows, workspaceId);
  const colourOf = useNameColours(workspaceId);
  const composer = useRef<ComposerHandle>(null);
  const [draft, setDraft] = useState(() => readDraft(userId, channelId));
  const [editing, setEditing] = useState<Row | null>(null);
  const { firstName = '', lastName = '', avatar = null } = me ?? {};
  const myself = useMemo(() => ({ firstName, lastName, avatar }), [firstName, lastName, avatar]);

  const changeDraft = useCallback(
    (text: string) => {
      setDraft(text);
      keepDraft(userId, channelId, text);
    },
    [userId, channelId],
  );
  const actions = useMemo(
    () => ({
      edit: (row: Row) => {
        if (row.kind === 'message') return setEditing(row);
        // Not sent yet: its text goes back where it was typed, and it is sent anew.
        drop(row.entry.nonce);
        changeDraft(row.entry.content);
        composer.current?.focus();
      },
      remove: (row: Row) => {
        if (row.kind === 'message') void removeMessage(row.message);
        else drop(row.entry.nonce);
      },
      copy: (row: Row) => void copyMessage(row.kind === 'message' ? row.message.content : row.entry.content),
      retry: (row: Row) => {
        if (row.kind === 'pending') retry(row.entry.nonce);
      },
    }),
    [changeDraft],
  );
  const stopEditing = () => {
    setEditing(null);
    composer.current?.focus();
  };
  const send = (content: string) => {
    post(place, content);
    clearLine();
    if (hasNewer) onLatest();
  };
  const editLast = () => {
    const own = (row: Row) => row.kind === 'message' && row.message.sender._id === userId;
    setEditing(rows.findLast(own) ?? null);
  };

  const mayWrite = can.postMessage(member, channelFacts(channel, isWelcome ? channelId : undefined));
  const refusal = member.isMember && !mayWrite ? t('composer.readOnly') : null;

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
            text={mayWrite ? t('emptyText') : undefined}
          />
        </div>
      ) : (
        <MessageList
          label={t('list', { title })}
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
          onLeave={() => composer.current?.focus()}
          actions={actions}
        />
      )}
      <Composer
        ref={composer}
        label={t('composer.label', { title })}
        placeholder={t('composer.placeholder', { title })}
        refusal={refusal}
        editing={editing?.kind === 'message' ? { key: editing.key, content: editing.message.content } : null}
        draft={draft}
        onDraft={changeDraft}
        onSend={send}
        onEdit={async content => {
          if (editing?.kind !== 'message') return false;
          const done = content === editing.message.content || (await editMessage(editing.message, content));
          if (done) stopEditing();
          return done;
        }}
        onCancelEdit={stopEditing}
        onEditLast={editLast}
      />
    </>
  );
}
