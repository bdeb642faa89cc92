// Chunk of conversations (see web/vite/chunks.ts).

export { ConversationList } from '../../features/conversations/ConversationList.tsx';
export { ConversationsGate } from '../../features/conversations/ConversationsGate.tsx';
export { ConversationsHeading, NewConversationButton } from '../../features/conversations/ConversationsHeading.tsx';
export { ConversationActions, ConversationMark } from '../places/ConversationHeader.tsx';
export { ConversationPane } from '../places/ConversationPane.tsx';
export { ConversationsHome } from '../places/ConversationsHome.tsx';
