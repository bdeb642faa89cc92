import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { messageParam, paths } from '../../app/paths.ts';
import { PlacePane } from '../../app/shell/PlacePane.tsx';
import { useTranslation } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LostIllustration } from '../../ui/illustrations.tsx';
import { MembersSkeleton } from '../members/MembersSkeleton.tsx';
import { ListSkeleton } from '../messages/list/ListSkeleton.tsx';
import { PlaceMessages } from '../messages/PlaceMessages.tsx';
import { ConversationMembers } from './ConversationMembers.tsx';
import s from './Conversations.module.css';
import { useConversation } from './conversations.queries.ts';
import { addressees, conversationName } from './names.ts';

/** The conversation of the address, and its people beside it. */
export function ConversationPane() {
  const { conversationId = '' } = useParams();
  const [search] = useSearchParams();
  const { conversation, failure, isGone, retry } = useConversation(conversationId);
  if (failure) return <Failed isGone={isGone} onRetry={retry} />;
  return (
    <PlacePane
      members={
        conversation ? <ConversationMembers key={conversationId} conversation={conversation} /> : <MembersSkeleton />
      }
    >
      {conversation ? <Messages conversation={conversation} wanted={search.get(messageParam)} /> : <ListSkeleton />}
    </PlacePane>
  );
}

const uncoloured = () => undefined;

function Messages({ conversation, wanted }: { conversation: Conversation; wanted: string | null }) {
  const { t } = useTranslation('conversations');
  const userId = useSession(state => state.user?._id) ?? '';
  const { _id: conversationId, title, users } = conversation;
  const place = useMemo(() => ({ conversationId }), [conversationId]);
  const world = useMemo(() => ({ people: users, mayCallAll: true }), [users]);
  const name = conversationName(conversation, userId);
  const names = addressees(conversation, userId);
  return (
    <PlaceMessages
      key={conversationId}
      place={place}
      wanted={wanted}
      words={{
        list: t('messages', { name }),
        composer: t('label', { name }),
        placeholder: title ? t('placeholderTitle', { title }) : t('placeholder', { names }),
      }}
      refusal={null}
      world={world}
      colourOf={uncoloured}
    />
  );
}

/** The same words whether it never existed, is gone, or is not for this person. */
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
