// Conversations, fetched together (see web/vite/parts.ts).
export { ConversationActions, ConversationMark } from '../../features/conversations/ConversationHeader.tsx';
export { ConversationList } from '../../features/conversations/ConversationList.tsx';
export { ConversationPane } from '../../features/conversations/ConversationPane.tsx';
export { ConversationsGate } from '../../features/conversations/ConversationsGate.tsx';
export { ConversationsHeading } from '../../features/conversations/ConversationsHeading.tsx';
export { ConversationsHome } from '../../features/conversations/ConversationsHome.tsx';
