import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useFreshMe } from '../../features/people/users/open/users.queries.ts';
import { useTellZone } from '../../features/people/users/tell-zone.ts';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { useSaveInside } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { addressParts, hasHeader, hasPanel } from '../../platform/address/paths.ts';
import { useTitle } from '../../platform/address/title.ts';
import { useKeepVisits } from '../../platform/device/visits.ts';
import { useNarrow, usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { VisuallyHidden } from '../../ui/marks/VisuallyHidden.tsx';
import { later, useFetchedLater } from '../../ui/overlays/later.ts';
import { useReadKeys } from '../keys/useReadKeys.ts';
import { useShortcuts } from '../keys/useShortcuts.ts';
import { PlaceCompany } from '../places/PlaceCompany.tsx';
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

/** Left bar and side panel. Under 900 px the panel is a drawer; on a phone the drawer holds both. */
function Sides() {
  const { t } = useTranslation('shell');
  const narrow = useNarrow();
  const phone = usePhone();
  const { panelOpen, setPanelOpen, closeDrawers } = useShell();
  const { key: address, pathname } = useLocation();
  const panel = hasPanel(pathname);
  const choosing = useRef(false);

  // Navigation closes the drawers, to show the page. A workspace chosen on a phone keeps the drawer open, for its channels.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what closes the drawers.
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

/** Title of the societies' pages, which have no header (except the page of the person's own society). */
function SocietiesTitle() {
  const { t } = useTranslation('shell');
  useTitle(t('societies'));
  return (
    <VisuallyHidden>
      <h1>{t('societies')}</h1>
    </VisuallyHidden>
  );
}

/** Header or slim bar above the page, by address. */
function Top() {
  const { pathname } = useLocation();
  const narrow = useNarrow();
  const phone = usePhone();
  if (hasHeader(pathname)) return <Header />;
  return phone || (narrow && hasPanel(pathname)) ? <SlimBar /> : null;
}

/** The page at the address. */
function Page() {
  const { pathname } = useLocation();
  return (
    <>
      {addressParts(pathname).companies === 'all' && <SocietiesTitle />}
      <Outlet />
    </>
  );
}

/** Frame around every page of a person logged in. */
export function AppShell() {
  const { t } = useTranslation('shell');
  const creating = useCreateWorkspaceDialog(state => state.open);
  const reporting = useReporting(state => state.reporting);
  useRealtime();
  useFreshMe();
  useSaveInside();
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
        <PlaceCompany>
          <Top />
          <ConnectionBanner />
          <main className={s.main} id="content" tabIndex={-1}>
            {!lost && <Page />}
          </main>
        </PlaceCompany>
      </div>
      {creating && <CreateWorkspaceDialog />}
      {searching === 'search' && <SearchDialog />}
      {searching === 'shortcuts' && <ShortcutsDialog />}
      {reporting && <ReportDialog reporting={reporting} />}
    </div>
  );
}
