import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { useMemo } from 'react';
import { conversationName } from '../../features/conversations/open/names.ts';
import { useSession } from '../../platform/session/session.ts';
import { useConversationWorld } from '../places/useConversationWorld.ts';
import { ThreadPane } from './ThreadPane.tsx';

interface ConversationThreadProps {
  id: string;
  /** Id of the reply to show. */
  wanted: string | null;
  conversation: Conversation;
}

/** Thread of a conversation, beside it or over it. */
export function ConversationThread({ id, wanted, conversation }: ConversationThreadProps) {
  const userId = useSession(state => state.user?._id) ?? '';
  const parent = useMemo(() => ({ conversationId: conversation._id }), [conversation._id]);
  const world = useConversationWorld(conversation.users);
  const where = conversationName(conversation, userId);
  return <ThreadPane id={id} wanted={wanted} parent={parent} where={where} {...world} />;
}
