import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { conversationName, shortName } from '@palabre/common/rules/conversations.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { formatDateTime, formatWhenShort } from '../../platform/format.ts';
import { plainText } from '../messages/text/mentions.ts';
import { ConversationFace } from './ConversationFace.tsx';
import s from './ConversationList.module.css';

interface ConversationRowProps {
  conversation: Conversation;
  userId: string;
  active: boolean;
  unread: boolean;
  tabIndex: number;
}

/** A conversation of the list: whom it is with, the last message and its time. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, userId, active, unread, tabIndex } = props;
  const { t } = useTranslation('conversations');
  const { _id: id, lastMessage } = conversation;
  return (
    <Link
      to={paths.conversation(id)}
      className={s.row}
      aria-current={active ? 'page' : undefined}
      data-unread={unread || undefined}
      data-roving={id}
      tabIndex={tabIndex}
      draggable={false}
    >
      <ConversationFace conversation={conversation} userId={userId} />
      <span className={s.name} dir="auto" title={conversationName(conversation, userId)}>
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
      {unread && <span className={s.unread}>{t('unread')}</span>}
    </Link>
  );
});

/** What was said last; by whom, unless it can be only the other. */
function excerpt(
  { users, lastMessage }: Conversation,
  userId: string,
  t: (key: 'you' | 'by' | 'files', values: { name?: string; text?: string; count?: number }) => string,
): string {
  if (!lastMessage) return '';
  const { content, files, sender } = lastMessage;
  const said = plainText(content, new Map(users.map(user => [user._id, fullName(user)]))).replace(/\s+/g, ' ');
  const text = said || t('files', { count: files });
  if (sender._id === userId) return t('you', { text });
  return users.length > 2 ? t('by', { name: sender.firstName, text }) : text;
}
