import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { fullName, toldApart } from '@palabre/common/rules/people/names.ts';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/address/paths.ts';
import { formatDateTime, formatWhenShort } from '../../platform/words/format.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Badge } from '../../ui/marks/Badge.tsx';
import { plainText } from '../messages/text/open/mentions.ts';
import { signature } from '../messages/text/open/sender.ts';
import { ConversationFace } from './ConversationFace.tsx';
import s from './ConversationList.module.css';
import { conversationName, shortName } from './open/names.ts';

interface ConversationRowProps {
  conversation: Conversation;
  userId: string;
  active: boolean;
  unread: boolean;
  /** Number of unread messages. */
  count: number;
  muted: boolean;
  /** Whether threads of the conversation that the user follows have unread replies. */
  threads: boolean;
  /** Whether the conversation has an unsent draft. */
  draft: boolean;
  tabIndex: number;
}

/** Shows a conversation of the list: its people, its last message and time. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, userId, active, unread, count, muted, threads, draft, tabIndex } = props;
  const { t } = useTranslation('conversations');
  const { _id: id, lastMessage } = conversation;
  return (
    <Link
      to={paths.conversation(id)}
      className={s.row}
      aria-current={active ? 'page' : undefined}
      data-unread={unread || undefined}
      data-muted={muted || undefined}
      data-roving={id}
      tabIndex={tabIndex}
      draggable={false}
    >
      <ConversationFace conversation={conversation} userId={userId} />
      <span className={s.name} dir="auto" title={conversationName(conversation, userId)}>
        {conversation.isGroup && conversation.users.length <= 2 && <span className={s.kind}>{t('group')} · </span>}
        {shortName(conversation, userId)}
      </span>
      {lastMessage && (
        <time className={s.time} dateTime={lastMessage.time} title={formatDateTime(lastMessage.time)}>
          {formatWhenShort(lastMessage.time)}
        </time>
      )}
      <span className={s.text} dir="auto">
        {lastMessage ? excerpt(conversation, userId, t) : t('noMessage')}
      </span>
      {count > 0 ? (
        <Badge className={s.count} count={count} label={t('unread:messages', { count })} />
      ) : (
        unread && <span className={s.unread}>{t('unread')}</span>
      )}
      {threads && <MessageSquareText className={s.thread} aria-hidden="true" />}
      {threads && <span className={s.unread}>{t('unread:threads')}</span>}
      {draft && <Pencil className={s.draft} aria-hidden="true" />}
      {draft && <span className={s.unread}>{t('unread:draft')}</span>}
      {muted && <span className={s.unread}>{t('unread:muted')}</span>}
    </Link>
  );
});

/** Returns the excerpt of the last message, with its author unless that can only be the other person. */
function excerpt(
  { isGroup, users, lastMessage }: Conversation,
  userId: string,
  t: (
    key: 'you' | 'by' | 'files' | 'messages:erased',
    values?: { name?: string; text?: string; count?: number },
  ) => string,
): string {
  if (!lastMessage) return '';
  const { content, files, sender } = lastMessage;
  const said = plainText(content, new Map(users.map(user => [user._id, fullName(user)]))).replace(/\s+/g, ' ');
  const text = said || (files > 0 ? t('files', { count: files }) : t('messages:erased'));
  if (sender._id === userId) return t('you', { text });
  return isGroup ? t('by', { name: toldApart(users).get(sender._id) ?? signature(sender), text }) : text;
}
