import type { OutputOf } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import type { Notification } from '@palabre/common/contract/notifications.ts';
import { fullName } from '@palabre/common/rules/names.ts';
import { useQuery } from '@tanstack/react-query';
import { AtSign, Building2, type LucideIcon, MessageCircle, Ticket, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queryClient } from '../../app/query-client.ts';
import { dayKey, formatDateTime, formatDay, formatTime, type Moment } from '../../platform/format.ts';
import { endpointQuery } from '../../platform/query.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { mentionedUsers, plainText } from '../messages/text/mentions.ts';
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
  const { about, actor, content, createdAt, isRead, link, type } = notification;
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
          {about && <Where about={about} />}
          <time className={s.time} dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatWhen(createdAt)}
          </time>
        </span>{' '}
        <span className={s.content} dir="auto">
          {about ? <Said about={about} /> : content}
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

type About = NonNullable<Notification['about']>;

/** The channel of a message, as far as its name is known here. */
function Where({ about: { channelId } }: { about: About }) {
  const title = channelId && titleOf(channelId);
  return title ? (
    <span className={s.where} dir="auto">
      #{title}{' '}
    </span>
  ) : null;
}

/** The name of a channel by what was fetched of its workspace; null when that is nothing yet. */
function titleOf(channelId: string): string | null {
  const lists = queryClient.getQueriesData<OutputOf<typeof api.channels.list>>({
    predicate: ({ queryKey: [path] }) => path === api.channels.ofWorkspace.path || path === api.channels.list.path,
  });
  return lists.flatMap(([, list]) => list?.channels ?? []).find(({ _id }) => _id === channelId)?.title ?? null;
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
