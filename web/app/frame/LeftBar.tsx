import Compass from 'lucide-react/icons/compass';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import { Link, useLocation } from 'react-router';
import { useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { UnreadSign } from '../../features/reading/unread/open/UnreadSign.tsx';
import { useTotals } from '../../features/reading/unread/open/unread.queries.ts';
import { useMayMake } from '../../features/running/settings/open/may-make.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { WorkspaceBar } from '../../features/workspaces/workspaces/WorkspaceBar.tsx';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import { Logo } from '../../ui/pages/Logo.tsx';
import { ProfileCard } from '../me/ProfileCard.tsx';
import s from './LeftBar.module.css';

interface LeftBarProps {
  /** Shows the small profile card, on pages without the side panel that has the card. */
  withCard?: boolean;
}

/** Left bar: conversations, new workspace, discovery, the person's workspaces. */
export function LeftBar({ withCard }: LeftBarProps) {
  const { t } = useTranslation('workspaces');
  const { pathname } = useLocation();
  const { talks, companies } = addressParts(pathname);
  const totals = useTotals();
  const isGuest = useIsGuest();
  const mayCreate = useMayMake('workspace') && !isGuest;
  const setCreating = useCreateWorkspaceDialog(state => state.setOpen);
  return (
    <nav className={s.bar} aria-label={t('shell:bar')}>
      <Tooltip label={t('shell:conversations')} side="right">
        <Link
          to={paths.conversations}
          className={s.entry}
          aria-label={t('shell:conversations')}
          aria-current={talks ? 'page' : undefined}
        >
          <MessagesSquare />
          <UnreadSign {...totals.of(null)} kind="messages" />
        </Link>
      </Tooltip>
      {mayCreate && (
        <Tooltip label={t('bar.create')} side="right">
          <button type="button" className={s.add} aria-label={t('bar.create')} onClick={() => setCreating(true)}>
            <Plus />
          </button>
        </Tooltip>
      )}
      {!isGuest && (
        <Tooltip label={t('bar.discover')} side="right">
          <Link
            to={paths.workspaces}
            className={s.entry}
            aria-label={t('bar.discover')}
            aria-current={pathname === paths.workspaces || companies ? 'page' : undefined}
          >
            <Compass />
          </Link>
        </Tooltip>
      )}
      <hr className={s.line} />
      <div className={s.scroll}>
        <WorkspaceBar />
      </div>
      <Tooltip label={t('shell:home')} side="right">
        <Link
          to={paths.home}
          className={s.logo}
          aria-label={t('shell:home')}
          aria-current={pathname === paths.home ? 'page' : undefined}
        >
          <Logo size={38} />
        </Link>
      </Tooltip>
      {withCard && <ProfileCard small />}
    </nav>
  );
}
