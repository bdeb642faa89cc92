import { api } from '@palabre/common/contract/index.ts';
import type { Notification } from '@palabre/common/contract/notifications.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { useQuery } from '@tanstack/react-query';
import { AtSign, Building2, Check, type LucideIcon, MessageCircle, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath } from 'react-router';
import { patterns } from '../../app/paths.ts';
import { dayKey, formatDateTime, formatDay, formatTime, type Moment } from '../../platform/format.ts';
import { endpointQuery } from '../../platform/query.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useChannelTitle } from '../channels/channels.queries.ts';
import { mentionedUsers, plainText } from '../messages/text/mentions.ts';
import s from './InboxItem.module.css';
import { useMarkNotification } from './notifications.queries.ts';

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
  tabIndex?: number;
  onFocus?: () => void;
  /** It is being followed to its page. */
  onFollow?: () => void;
}

/** A notification: who caused it, when, what it says; a link to where it leads, and a button that marks it as read where it is. */
export function InboxItem({ notification, tabIndex, onFocus, onFollow }: InboxItemProps) {
  const { t } = useTranslation('notifications');
  const { about, actor, content, createdAt, isRead, link, type } = notification;
  const Icon = icons[type];
  const mark = useMarkNotification();
  const read = () => mark.mutate({ id: notification._id, isRead: true });
  const follow = () => {
    if (!isRead) read();
    onFollow?.();
  };
  return (
    <div className={s.row} data-unread={!isRead || undefined}>
      <Link className={s.item} to={link} tabIndex={tabIndex} onFocus={onFocus} onClick={follow}>
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
            {about?.channelId && <Where link={link} channelId={about.channelId} />}
            <time className={s.time} dateTime={createdAt} title={formatDateTime(createdAt)}>
              {formatWhen(createdAt)}
            </time>
          </span>{' '}
          <span className={s.content} dir="auto">
            {about ? <Said about={about} /> : content}
          </span>
        </span>
        {!isRead && <VisuallyHidden>{t('isUnread')}</VisuallyHidden>}
      </Link>
      {!isRead && (
        <IconButton
          className={s.mark}
          label={t('markOne')}
          size="sm"
          side="left"
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={read}
        >
          <span className={s.dot} />
          <Check aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

type About = NonNullable<Notification['about']>;

/** The channel of a message; nothing until its name is known. */
function Where({ link, channelId }: { link: string; channelId: string }) {
  const workspaceId = matchPath(patterns.channel, link.split('?')[0] ?? '')?.params.workspaceId;
  const title = useChannelTitle(workspaceId, channelId);
  return title ? (
    <span className={s.where} dir="auto">
      #{title}{' '}
    </span>
  ) : null;
}

/** What a message says, on few lines, with the names of whom it mentions. */
function Said({ about: { excerpt } }: { about: About }) {
  const { t } = useTranslation('notifications');
  const ids = mentionedUsers(excerpt);
  const { data } = useQuery({
    ...endpointQuery(api.users.named, { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
  });
  const names = new Map(data?.users.map(user => [user._id, fullName(user)]));
  return plainText(excerpt, names) || t('files');
}
