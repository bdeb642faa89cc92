import House from 'lucide-react/icons/house';
import InboxIcon from 'lucide-react/icons/inbox';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useShownStatus } from '../../features/people/presence/open/presence.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { Inbox } from '../../features/reading/notifications/Inbox.tsx';
import { UnreadSign } from '../../features/reading/unread/open/UnreadSign.tsx';
import { useTotals } from '../../features/reading/unread/open/unread.queries.ts';
import { useReportsWaiting } from '../../features/running/reports/open/reports.queries.ts';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { visitsOf } from '../../platform/device/visits.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Avatar } from '../../ui/marks/Avatar.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import s from './PhoneBar.module.css';

/**
 * Returns the channels' address of the current workspace, or of the last one visited; without a workspace, discovery.
 */
function useWorkspaceTab(userId: string): string {
  const mine = useMyWorkspaces().data;
  const { workspaceId } = addressParts(useLocation().pathname);
  const visited = visitsOf(userId).map(visit => visit.workspaceId);
  const isMine = (id: string | undefined): id is string =>
    id !== undefined && (mine?.some(({ _id }) => _id === id) ?? true);
  const last = [workspaceId, ...visited, mine?.[0]?._id].find(isMine);
  return last ? paths.workspace(last) : paths.workspaces;
}

interface TabProps {
  to: string;
  label: string;
  current: boolean;
  icon: ReactNode;
  sign?: ReactNode;
}

function Tab({ to, label, current, icon, sign }: TabProps) {
  return (
    <li>
      <Link to={to} className={s.tab} aria-current={current ? 'page' : undefined}>
        <span className={s.icon}>
          {icon}
          {sign}
        </span>
        <span className={s.label}>{label}</span>
      </Link>
    </li>
  );
}

/** Bar at the bottom of a phone's pages, with the counts of the desk's left bar. Places have the whole screen without it. */
export function PhoneBar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { talks, workspaceId, companies, personal } = addressParts(pathname);
  const me = useMe();
  const userId = me?._id ?? '';
  const totals = useTotals();
  const reports = useReportsWaiting();
  const status = useShownStatus()(userId, me?.status);
  return (
    <nav className={s.bar} aria-label={t('tabs.label')}>
      <ul className={s.tabs}>
        <Tab to={paths.home} label={t('home')} current={pathname === paths.home} icon={<House />} />
        <Tab
          to={paths.conversations}
          label={t('tabs.messages')}
          current={talks === true}
          icon={<MessagesSquare />}
          sign={<UnreadSign {...totals.of(null)} kind="messages" />}
        />
        <Tab
          to={useWorkspaceTab(userId)}
          label={t('tabs.workspace')}
          current={workspaceId !== undefined || companies !== undefined || pathname === paths.workspaces}
          icon={<LayoutGrid />}
          sign={<UnreadSign {...totals.workspaces} kind="mentions" />}
        />
        <li>
          <Inbox
            draw={(unread, label) => (
              <button type="button" className={s.tab} aria-label={label}>
                <span className={s.icon}>
                  <InboxIcon />
                  <Badge count={unread} />
                </span>
                <span className={s.label}>{t('tabs.inbox')}</span>
              </button>
            )}
          />
        </li>
        <Tab
          to={paths.me}
          label={t('tabs.me')}
          current={personal !== undefined}
          icon={
            <Avatar
              id={userId}
              firstName={me?.firstName}
              lastName={me?.lastName}
              src={me?.avatar}
              size={24}
              status={status}
            />
          }
          sign={<Badge count={reports} label={t('users:card.reports', { count: reports })} />}
        />
      </ul>
    </nav>
  );
}
