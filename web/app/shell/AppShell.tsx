import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useFreshMe } from '../../features/users/users.queries.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/create.store.ts';
import { useKeptInside } from '../../features/workspaces/kept-inside.ts';
import { later } from '../../ui/later.ts';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import s from './AppShell.module.css';
import { Header } from './Header.tsx';
import { LeftBar } from './LeftBar.tsx';
import { useNarrow, usePhone } from './media.ts';
import { SideDrawer } from './SideDrawer.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useShell } from './shell.store.ts';
import { useLostPlace } from './useLostPlace.ts';
import { useRealtime } from './useRealtime.ts';

const CreateWorkspaceDialog = later(
  async () => (await import('../../features/workspaces/CreateWorkspaceDialog.tsx')).CreateWorkspaceDialog,
  'workspaceForm',
);

/** The bar and the side panel: beside the page, or sliding over it under 900 px; on a phone they are one pane. */
function Sides() {
  const { t } = useTranslation('shell');
  const narrow = useNarrow();
  const phone = usePhone();
  const { panelOpen, setPanelOpen, closeDrawers } = useShell();
  const address = useLocation().key;
  const choosing = useRef(false);

  // What was chosen in a drawer is what one wants to see; but on a phone a workspace's icon leads to its channels.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what closes them.
  useEffect(() => {
    if (!choosing.current) closeDrawers();
    choosing.current = false;
  }, [address, closeDrawers]);

  if (!narrow) {
    return (
      <>
        <LeftBar />
        <SidePanel />
      </>
    );
  }
  const chooseWorkspace = () => {
    choosing.current = true;
  };
  return (
    <>
      {!phone && <LeftBar />}
      <SideDrawer open={panelOpen} onOpenChange={setPanelOpen} side="left" label={t('navigation')} className={s.list}>
        {phone && <LeftBar onChoose={chooseWorkspace} />}
        <SidePanel onClose={phone ? () => setPanelOpen(false) : undefined} />
      </SideDrawer>
    </>
  );
}

/** The frame around every page of who is logged in (spec 1 §2, « App layout »). */
export function AppShell() {
  const { t } = useTranslation('shell');
  const creating = useCreateWorkspaceDialog(state => state.open);
  useRealtime();
  useFreshMe();
  useKeptInside();
  const lost = useLostPlace();
  return (
    <div className={s.shell}>
      <a className={s.skip} href="#content">
        {t('skip')}
      </a>
      <Sides />
      <div className={s.column}>
        <Header />
        <ConnectionBanner />
        <main className={s.main} id="content" tabIndex={-1}>
          {!lost && <Outlet />}
        </main>
      </div>
      {creating && <CreateWorkspaceDialog />}
    </div>
  );
}
