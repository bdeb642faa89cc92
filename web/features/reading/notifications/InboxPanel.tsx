import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import AtSign from 'lucide-react/icons/at-sign';
import CheckCheck from 'lucide-react/icons/check-check';
import Inbox from 'lucide-react/icons/inbox';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Tabs } from '../../../ui/lists/Tabs.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import s from './Inbox.module.css';
import { InboxItem } from './InboxItem.tsx';
import { useMarkNotifications, useNotifications } from './open/notifications.queries.ts';
import { useNamesTogether } from './useNamesTogether.ts';

type TabName = 'unread' | 'mentions';

const none: readonly never[] = [];
const isUnread = ({ isRead }: Notification) => !isRead;
const isMention = ({ type }: Notification) => type === 'mention';

/**
 * Lists the notifications under the tabs « Non lues » and « Mentions ».
 * @param onLeave called as a notification's link is followed
 */
export function InboxPanel({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('notifications');
  const [tab, setTab] = useState<TabName>('unread');
  const panel = useRef<HTMLDivElement>(null);
  const { data, isError, refetch } = useNotifications();
  const markSeveral = useMarkNotifications();
  const unread = data?.filter(isUnread) ?? none;
  const mentions = data?.filter(isMention) ?? none;

  const markAll = () => {
    // The button is unmounted with the last unread notification: move the focus to the tab, which stays.
    panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    markSeveral.mutate(unread.map(one => one._id));
  };

  const content = (shown: readonly Notification[], label: string, emptyTitle: string, icon: ReactNode) => {
    if (!data && isError) {
      return (
        <EmptyState
          compact
          title={t('loadFailed')}
          action={
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              {t('common:retry')}
            </Button>
          }
        />
      );
    }
    if (!data) return <WaitingItems />;
    if (shown.length === 0) return <EmptyState compact title={emptyTitle} illustration={icon} />;
    return <InboxList label={label} shown={shown} onLeave={onLeave} />;
  };

  return (
    <div className={s.panel} ref={panel}>
      <h2 className={s.title}>{t('inbox')}</h2>
      <Tabs
        className={s.tabs}
        label={t('inbox')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'unread',
            label: t('unread'),
            count: unread.length || undefined,
            content: content(unread, t('unread'), t('noUnread'), <Inbox />),
          },
          {
            value: 'mentions',
            label: t('mentions'),
            count: mentions.filter(isUnread).length || undefined,
            content: content(mentions, t('mentions'), t('noMention'), <AtSign />),
          },
        ]}
      />
      <div className={s.foot}>
        <Button asChild variant="ghost" size="sm" icon={<AlarmClock />}>
          <Link to={paths.scheduled} onClick={onLeave}>
            {t('scheduled')}
          </Link>
        </Button>
        {unread.length > 0 && (
          <Button variant="ghost" size="sm" icon={<CheckCheck />} onClick={markAll}>
            {t('markAll')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface InboxListProps {
  label: string;
  shown: readonly Notification[];
  onLeave: () => void;
}

/** Lists notifications as one tab stop: arrows, Home and End move in it. */
function InboxList({ label, shown, onLeave }: InboxListProps) {
  /** Notification that has or had the focus, and its index then: others may come before it, or it may go. */
  const [focused, setFocused] = useState({ id: '', index: 0 });
  const sign = useNamesTogether(shown);
  const last = shown.length - 1;
  const at = shown.findIndex(({ _id }) => _id === focused.id);
  const current = at < 0 ? Math.min(focused.index, last) : at;

  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: last };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, wanted));
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  };

  return (
    <ul className={s.list} aria-label={label} onKeyDown={move}>
      {shown.map((notification, index) => (
        <li key={notification._id}>
          <InboxItem
            notification={notification}
            sign={sign}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setFocused({ id: notification._id, index })}
            onFollow={onLeave}
          />
        </li>
      ))}
    </ul>
  );
}

function WaitingItems() {
  return (
    <SkeletonGroup className={s.waiting}>
      {[72, 54, 63].map(width => (
        <div key={width} className={s.waitingItem}>
          <Skeleton width={36} height={36} radius={11} />
          <div className={s.waitingText}>
            <Skeleton width="30%" height={12} />
            <Skeleton width={`${width}%`} height={13} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
