import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import s from '../../features/conversations/Conversations.module.css';
import { useConversation } from '../../features/conversations/open/conversations.queries.ts';
import { addressees, conversationName } from '../../features/conversations/open/names.ts';
import { ListSkeleton } from '../../features/messages/messages/list/ListSkeleton.tsx';
import { PlaceMessages } from '../../features/messages/messages/PlaceMessages.tsx';
import { useAddressed } from '../../features/messages/threads/open/open-thread.ts';
import { MembersSkeleton } from '../../features/workspaces/members/MembersSkeleton.tsx';
import { paths } from '../../platform/address/paths.ts';
import { useTight } from '../../platform/media.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { later } from '../../ui/overlays/later.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LostIllustration } from '../../ui/pages/illustrations.tsx';
import { ConversationMembers } from './ConversationMembers.tsx';
import { PlacePane } from './PlacePane.tsx';
import { useConversationFacts } from './useConversationFacts.tsx';
import { useConversationWorld } from './useConversationWorld.ts';

const ConversationThread = later(async () => (await import('../threads/ConversationThread.tsx')).ConversationThread);

/** Conversation of the address, with its people. */
export function ConversationPane() {
  const { conversationId = '' } = useParams();
  const { thread, reply, message } = useAddressed();
  const covered = useTight() && thread !== null;
  const { conversation, failure, isGone, retry } = useConversation(conversationId);
  if (failure) return <Failed isGone={isGone} onRetry={retry} />;
  return (
    <PlacePane
      members={
        conversation ? <ConversationMembers key={conversationId} conversation={conversation} /> : <MembersSkeleton />
      }
      thread={
        thread && conversation ? (
          <ConversationThread key={thread} id={thread} wanted={reply} conversation={conversation} />
        ) : (
          thread && <ListSkeleton />
        )
      }
    >
      {conversation ? <Messages conversation={conversation} wanted={message} covered={covered} /> : <ListSkeleton />}
    </PlacePane>
  );
}

interface MessagesProps {
  conversation: Conversation;
  wanted: string | null;
  /** Whether a thread covers the messages. */
  covered: boolean;
}

function Messages({ conversation, wanted, covered }: MessagesProps) {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const { _id: conversationId, title, users } = conversation;
  const place = useMemo(() => ({ conversationId }), [conversationId]);
  const world = useConversationWorld(users);
  const name = conversationName(conversation, userId);
  const names = addressees(conversation, userId);
  const { facts, profile } = useConversationFacts(conversation, userId);
  return (
    <>
      <PlaceMessages
        key={conversationId}
        place={place}
        wanted={wanted}
        facts={facts}
        words={{
          list: t('messages', { name }),
          composer: t('label', { name }),
          placeholder: title ? t('placeholderTitle', { title }) : t('placeholder', { names }),
        }}
        covered={covered}
        {...world}
      />
      {profile}
    </>
  );
}

/** Failure of a conversation, with the same text whether it never existed, was deleted, or is not the person's. */
function Failed({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) {
  const { t } = useTranslation('conversations');
  return (
    <div className={s.centre}>
      {isGone ? (
        <EmptyState
          illustration={<LostIllustration />}
          title={t('unknownTitle')}
          text={t('unknownText')}
          action={
            <Button asChild>
              <Link to={paths.conversations}>{t('toList')}</Link>
            </Button>
          }
        />
      ) : (
        <EmptyState
          illustration={<LostIllustration />}
          title={t('loadFailed')}
          action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
        />
      )}
    </div>
  );
}
