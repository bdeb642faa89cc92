import Compass from 'lucide-react/icons/compass';
import Plus from 'lucide-react/icons/plus';
import { Link, useLocation } from 'react-router';
import { useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { useMayMake } from '../../features/running/settings/open/may-make.ts';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { WorkspaceBar } from '../../features/workspaces/workspaces/WorkspaceBar.tsx';
import { addressParts, paths } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { useCurrentInView } from '../../ui/lists/current-in-view.ts';
import s from './LeftBar.module.css';

/** Bar of workspaces above a phone's channels: the person's workspaces, discovery, and a new workspace. */
export function WorkspaceStrip() {
  const { t } = useTranslation('workspaces');
  const setCreating = useCreateWorkspaceDialog(state => state.setOpen);
  const { workspaceId } = addressParts(useLocation().pathname);
  const isGuest = useIsGuest();
  const mayCreate = useMayMake('workspace') && !isGuest;
  const isKnown = useMyWorkspaces().data !== undefined;
  const row = useCurrentInView<HTMLElement>(isKnown ? workspaceId : undefined);
  return (
    <nav ref={row} className={cx(s.bar, s.across)} aria-label={t('shell:bar')}>
      <WorkspaceBar across />
      {!isGuest && (
        <Link to={paths.workspaces} className={s.entry} aria-label={t('bar.discover')}>
          <Compass />
        </Link>
      )}
      {mayCreate && (
        <button type="button" className={s.add} aria-label={t('bar.create')} onClick={() => setCreating(true)}>
          <Plus />
        </button>
      )}
    </nav>
  );
}
