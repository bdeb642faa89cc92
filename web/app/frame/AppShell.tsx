import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useFreshMe } from '../../features/people/users/open/users.queries.ts';
import { useTellZone } from '../../features/people/users/tell-zone.ts';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { useKeptInside } from '../../features/workspaces/workspaces/kept-inside.ts';
import { addressParts, hasHeader, hasPanel } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useKeepVisits } from '../../platform/device/visits.ts';
import { useNarrow, usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { VisuallyHidden } from '../../ui/marks/VisuallyHidden.tsx';
import { later, useFetchedLater } from '../../ui/overlays/later.ts';
import { useReadKeys } from '../keys/useReadKeys.ts';
import { useShortcuts } from '../keys/useShortcuts.ts';
import { useLostPlace } from '../places/useLostPlace.ts';
import s from './AppShell.module.css';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Header } from './Header.tsx';
import { LeftBar } from './LeftBar.tsx';
import { SideDrawer } from './SideDrawer.tsx';
import { SidePanel } from './SidePanel.tsx';
import { SlimBar } from './SlimBar.tsx';
import { useShell } from './shell.store.ts';
import { TitleCount } from './TitleCount.tsx';
import { useRealtime } from './useRealtime.ts';

const CreateWorkspaceDialog = later(
  async () => (await import('../../features/workspaces/workspaces/CreateWorkspaceDialog.tsx')).CreateWorkspaceDialog,
  'workspaceForm',
);

const ReportDialog = later(
  async () => (await import('../../features/running/reports/ReportDialog.tsx')).ReportDialog,
  'reportForm',
);

const SearchDialog = later(
  async () => (await import('../../features/reading/search/SearchDialog.tsx')).SearchDialog,
  'search',
);
const ShortcutsDialog = later(
  async () => (await import('../../features/reading/search/ShortcutsDialog.tsx')).ShortcutsDialog,
  'search',
);

/** The bar and the side panel: beside the page, or sliding over it under 900 px; on a phone they are one pane. */
function Sides() {
  const { t } = useTranslation('shell');
  const narrow = useNarrow();
  const phone = usePhone();
  const { panelOpen, setPanelOpen, closeDrawers } = useShell();
  const { key: address, pathname } = useLocation();
  const panel = hasPanel(pathname);
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
        <LeftBar withCard={!panel} />
        {panel && <SidePanel />}
      </>
    );
  }
  const chooseWorkspace = () => {
    choosing.current = true;
  };
  return (
    <>
      {!phone && <LeftBar withCard={!panel} />}
      <SideDrawer open={panelOpen} onOpenChange={setPanelOpen} side="left" label={t('navigation')} className={s.list}>
        {phone && <LeftBar onChoose={chooseWorkspace} />}
        <SidePanel onClose={phone ? () => setPanelOpen(false) : undefined} />
      </SideDrawer>
    </>
  );
}

/** What the pages of societies are called but for one’s own: they have no header that says so. */
function SocietiesTitle() {
  const { t } = useTranslation('shell');
  useTitle(t('societies'));
  return (
    <VisuallyHidden>
      <h1>{t('societies')}</h1>
    </VisuallyHidden>
  );
}

/** Above the page, by its address. */
function Top() {
  const { pathname } = useLocation();
  const narrow = useNarrow();
  const phone = usePhone();
  if (hasHeader(pathname)) return <Header />;
  return phone || (narrow && hasPanel(pathname)) ? <SlimBar /> : null;
}

/** The page that the address names, under its title. */
function Page() {
  const { pathname } = useLocation();
  return (
    <>
      {addressParts(pathname).companies === 'all' && <SocietiesTitle />}
      <Outlet />
    </>
  );
}

/** The frame around every page of who is logged in. */
export function AppShell() {
  const { t } = useTranslation('shell');
  const creating = useCreateWorkspaceDialog(state => state.open);
  const reporting = useReporting(state => state.reporting);
  useRealtime();
  useFreshMe();
  useKeptInside();
  useKeepVisits();
  useTellZone();
  useShortcuts();
  useFetchedLater(SearchDialog);
  const searching = useSearch(state => state.open);
  useReadKeys();
  const lost = useLostPlace();
  return (
    <div className={s.shell}>
      <a className={s.skip} href="#content">
        {t('skip')}
      </a>
      <TitleCount />
      <Sides />
      <div className={s.column}>
        <Top />
        <ConnectionBanner />
        <main className={s.main} id="content" tabIndex={-1}>
          {!lost && <Page />}
        </main>
      </div>
      {creating && <CreateWorkspaceDialog />}
      {searching === 'search' && <SearchDialog />}
      {searching === 'shortcuts' && <ShortcutsDialog />}
      {reporting && <ReportDialog reporting={reporting} />}
    </div>
  );
}
