import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAddressed } from '../../features/messages/threads/open/open-thread.ts';
import { useWatchDuty } from '../../features/people/availability/open/own-duty.ts';
import { useFreshMe, useIsGuest } from '../../features/people/users/open/users.queries.ts';
import { useTellZone } from '../../features/people/users/tell-zone.ts';
import { useSearch } from '../../features/reading/search/search.store.ts';
import { useReporting } from '../../features/running/reports/open/report.store.ts';
import { useCreateWorkspaceDialog } from '../../features/workspaces/workspaces/create.store.ts';
import { DiscoverFilters } from '../../features/workspaces/workspaces/DiscoverPanel.tsx';
import { useSaveInside } from '../../features/workspaces/workspaces/inside-on-device.ts';
import { addressParts, hasHeader, hasPanel, listOf, paths } from '../../platform/address/paths.ts';
import { useKeepVisits } from '../../platform/device/visits.ts';
import { useNarrow, usePhone } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { useIdle } from '../../ui/motion/useIdle.ts';
import { later, laterUnasked, useFetchedLater } from '../../ui/overlays/later.ts';
import { useReadKeys } from '../keys/useReadKeys.ts';
import { useShortcuts } from '../keys/useShortcuts.ts';
import { PlaceCompany } from '../places/PlaceCompany.tsx';
import { useLostPlace } from '../places/useLostPlace.ts';
import s from './AppShell.module.css';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Header } from './Header.tsx';
import { LeftBar } from './LeftBar.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { SettingsTop } from './SettingsTop.tsx';
import { SideDrawer } from './SideDrawer.tsx';
import { SidePanel } from './SidePanel.tsx';
import { SlimBar } from './SlimBar.tsx';
import { useShell } from './shell.store.ts';
import { TitleCount } from './TitleCount.tsx';
import { useTrail } from './up.ts';
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

const Notices = laterUnasked(
  async () => (await import('./Notices.tsx')).Notices,
  () => null,
);

const StayBanner = laterUnasked(
  async () => (await import('../../features/workspaces/guests/open/StayBanner.tsx')).StayBanner,
  () => null,
);

/** Left bar and side panel. Under 900 px the panel is a drawer; a phone has neither, as its lists are pages. */
function Sides() {
  const { t } = useTranslation('shell');
  const narrow = useNarrow();
  const phone = usePhone();
  const { panelOpen, setPanelOpen, closeDrawers } = useShell();
  const { key: address, pathname } = useLocation();
  const panel = hasPanel(pathname);

  // Navigation closes the drawers, to show the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address closes the drawers.
  useEffect(closeDrawers, [address, closeDrawers]);

  if (phone) return null;
  return (
    <>
      <LeftBar withCard={!panel} />
      {!narrow && panel && <SidePanel />}
      {narrow && (
        <SideDrawer open={panelOpen} onOpenChange={setPanelOpen} side="left" label={t('navigation')}>
          <SidePanel />
        </SideDrawer>
      )}
    </>
  );
}

/** Header or slim bar above the page, by address. */
function Top() {
  const { pathname } = useLocation();
  const narrow = useNarrow();
  const phone = usePhone();
  const { section, personal, index, companies } = addressParts(pathname);
  const { thread } = useAddressed();
  if (phone && (section || personal)) return personal && index ? null : <SettingsTop />;
  // On a phone a thread is the page, with its own head.
  if (phone && thread) return null;
  if (!hasHeader(pathname)) return !phone && narrow && hasPanel(pathname) ? <SlimBar /> : null;
  return (
    <>
      <Header />
      {phone && (companies || pathname === paths.workspaces) && <DiscoverFilters />}
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
  useWatchDuty();
  useShortcuts();
  useFetchedLater(SearchDialog);
  const isIdle = useIdle();
  const searching = useSearch(state => state.open);
  useReadKeys();
  useTrail();
  const lost = useLostPlace();
  const isInPlace = listOf(addressParts(useLocation().pathname)) !== undefined;
  const phone = usePhone();
  const isGuest = useIsGuest();
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
          {isGuest && (
            <Suspense>
              <StayBanner />
            </Suspense>
          )}
          <Suspense>{isIdle && <Notices />}</Suspense>
          <main className={s.main} id="content" tabIndex={-1}>
            {!lost && <Outlet />}
          </main>
        </PlaceCompany>
        {phone && !isInPlace && <PhoneBar />}
      </div>
      {creating && <CreateWorkspaceDialog />}
      {searching === 'search' && <SearchDialog />}
      {searching === 'shortcuts' && <ShortcutsDialog />}
      {reporting && <ReportDialog reporting={reporting} />}
    </div>
  );
}
