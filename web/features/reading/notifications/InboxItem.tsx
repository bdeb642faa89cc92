import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import type { LucideIcon } from 'lucide-react';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import AtSign from 'lucide-react/icons/at-sign';
import Building2 from 'lucide-react/icons/building-complex';
import Check from 'lucide-react/icons/check';
import MessageCircle from 'lucide-react/icons/message-circle';
import Reply from 'lucide-react/icons/reply';
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point';
import Ticket from 'lucide-react/icons/ticket';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { useMemo } from 'react';
import { Link, matchPath } from 'react-router';
import { paths, patterns } from '../../../platform/address/paths.ts';
import { dayKey, formatDateTime, formatDay, formatTime, type Moment } from '../../../platform/words/format.ts';
import { i18n, useTranslation } from '../../../platform/words/i18n.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import { Logo } from '../../../ui/pages/Logo.tsx';
import { plainText } from '../../messages/text/open/mentions.ts';
import type { Sender } from '../../messages/text/open/sender.ts';
import { useMentionNames } from '../../messages/text/open/useMentionNames.ts';
import { useChannelTitle } from '../../workspaces/structure/open/channels.queries.ts';
import { useRoles } from '../../workspaces/structure/open/roles.queries.ts';
import s from './InboxItem.module.css';
import { headingOf } from './open/heading.ts';
import { useMarkNotification } from './open/notifications.queries.ts';

const icons: Record<Notification['type'], LucideIcon> = {
  mention: AtSign,
  message: MessageCircle,
  invite: Ticket,
  society: Building2,
  workspace: Users,
  report: ShieldAlert,
  registration: UserPlus,
  reminder: AlarmClock,
};

/** Formats a time: « 09:12 » today, « Hier, 16:42 » or « 12 mars 2027, 16:42 » before. */
function formatWhen(moment: Moment): string {
  const time = formatTime(moment);
  return dayKey(moment) === dayKey(Date.now()) ? time : [formatDay(moment), time].filter(Boolean).join(', ');
}

interface InboxItemProps {
  notification: Notification;
  /** Returns the author's name, told apart from the other names of the list. */
  sign: (actor: Sender) => string;
  tabIndex?: number;
  onFocus?: () => void;
  /** Called as the link is followed. */
  onFollow?: () => void;
}

/** Shows a notification: its author, time and text, a link to its page, and a button that marks it as read in place. */
export function InboxItem({ notification, sign, tabIndex, onFocus, onFollow }: InboxItemProps) {
  const { t } = useTranslation('notifications');
  const { about, actor, content, createdAt, isRead, link, type } = notification;
  const Icon = about?.isAnswer ? Reply : icons[type];
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
          {actor ? (
            <Avatar id={actor._id} firstName={actor.firstName} lastName={actor.lastName} src={actor.avatar} />
          ) : (
            <span className={s.palabre}>
              <Logo size={22} trunk="var(--brand-soft)" />
            </span>
          )}
          <span className={s.type} data-type={type}>
            <Icon aria-hidden="true" />
          </span>
        </span>
        <span className={s.text}>
          <span className={s.head}>
            <span className={s.who} dir="auto">
              {headingOf(notification, sign)}
            </span>{' '}
            {about && <Where link={link} about={about} />}
            <time className={s.time} dateTime={createdAt} title={formatDateTime(createdAt)}>
              {formatWhen(createdAt)}
            </time>
          </span>{' '}
          <span className={s.content} dir="auto">
            {about ? <Said about={about} link={link} /> : (ownWords(notification) ?? content)}
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

/** Returns the page's own text, in its language, for the server's notifications of scheduled messages and reminders. */
function ownWords({ type, link }: Notification): string | null {
  const isOfList = link === paths.scheduled;
  if (type === 'reminder') return i18n.t(isOfList ? 'notifications:reminderGone' : 'notifications:reminder');
  return isOfList ? i18n.t('notifications:notSent') : null;
}

type About = NonNullable<Notification['about']>;

/** Returns the workspace id of a channel's path; empty for other paths. */
const workspaceIn = (link: string): string =>
  matchPath(patterns.channel, link.split('?')[0] ?? '')?.params.workspaceId ?? '';

/** Shows the channel of a message, once its title is known, and whether it is in a thread. */
function Where({ link, about }: { link: string; about: About }) {
  const { t } = useTranslation('notifications');
  const { channelId } = about.parent ?? about;
  const title = useChannelTitle(workspaceIn(link), channelId ?? '');
  const said = [title && `#${title}`, about.threadId && t('inThread')].filter(Boolean).join(' › ');
  return said ? (
    <span className={s.where} dir="auto">
      {said}{' '}
    </span>
  ) : null;
}

/** Shows the excerpt of a message, with the names of its mentions. */
function Said({ about: { excerpt }, link }: { about: About; link: string }) {
  const { t } = useTranslation('notifications');
  const workspaceId = workspaceIn(link);
  const said = useMemo(() => [{ content: excerpt }], [excerpt]);
  const { data: roles } = useRoles(excerpt.includes('<@&') ? workspaceId : '');
  const names = useMentionNames(said, { workspaceId: excerpt.includes('<#') ? workspaceId : undefined, roles });
  return plainText(excerpt, names) || t('files');
}
