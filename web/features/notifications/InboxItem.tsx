import type { Notification } from '@palabre/common/contract/notifications.ts';
import { AtSign, Building2, type LucideIcon, MessageCircle, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dayKey, formatDateTime, formatDay, formatTime, type Moment } from '../../platform/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import s from './InboxItem.module.css';

const icons: Record<Notification['type'], LucideIcon> = {
  mention: AtSign,
  message: MessageCircle,
  invite: Ticket,
  society: Building2,
  workspace: Users,
};

/** « 09:12 » today, « Hier, 16:42 » or « 12 mars 2027, 16:42 » before. */
function formatWhen(moment: Moment): string {
  const time = formatTime(moment);
  return dayKey(moment) === dayKey(Date.now()) ? time : [formatDay(moment), time].filter(Boolean).join(', ');
}

interface InboxItemProps {
  notification: Notification;
  tabIndex: number;
  onFocus: () => void;
  /** It is being followed to its page. */
  onFollow: () => void;
}

/** A notification: who caused it, when, what it says; a link to where it leads. */
export function InboxItem({ notification, tabIndex, onFocus, onFollow }: InboxItemProps) {
  const { t } = useTranslation('notifications');
  const { actor, content, createdAt, isRead, link, type } = notification;
  const Icon = icons[type];
  return (
    <Link
      className={s.item}
      to={link}
      tabIndex={tabIndex}
      data-unread={!isRead || undefined}
      onFocus={onFocus}
      onClick={onFollow}
    >
      <span className={s.face}>
        <Avatar id={actor?._id ?? type} firstName={actor?.firstName} src={actor?.avatar} />
        <span className={s.type} data-type={type}>
          <Icon aria-hidden="true" />
        </span>
      </span>
      <span className={s.text}>
        <span className={s.head}>
          <span className={s.who} dir="auto">
            {actor?.firstName || t(`type.${type}`)}
          </span>{' '}
          <time className={s.time} dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatWhen(createdAt)}
          </time>
        </span>{' '}
        <span className={s.content} dir="auto">
          {content}
        </span>
      </span>
      {!isRead && (
        <span className={s.mark}>
          <VisuallyHidden>{t('isUnread')}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
