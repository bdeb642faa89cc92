import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { confirmLoss } from '../../../ui/dialogs/loss.ts';
import { useUnsaved } from '../../../ui/fields/useUnsaved.ts';
import { Tabs } from '../../../ui/lists/Tabs.tsx';
import { Section } from '../../../ui/pages/Section.tsx';
import { UnsavedScope } from '../../../ui/pages/UnsavedScope.tsx';
import { RegistrationTab } from '../../people/admissions/open/RegistrationTab.tsx';
import { AnnouncementsTab } from '../announcements/open/AnnouncementsTab.tsx';
import { JournalTab } from '../audit/open/JournalTab.tsx';
import { DisconnectionTab } from '../disconnection/open/DisconnectionTab.tsx';
import { OverviewTab } from '../overview/open/OverviewTab.tsx';
import { SettingsTab } from '../settings/open/SettingsTab.tsx';
import { BackupCard, MailCard } from '../setup/open/ChecksCards.tsx';
import { firstParam } from '../setup/open/SetupNotice.tsx';
import { SetupSteps } from '../setup/open/SetupSteps.tsx';
import { BannedTab } from './BannedTab.tsx';
import { UsersTab } from './UsersTab.tsx';
import './administration.texts.ts';

const tabs = [
  'users',
  'registration',
  'settings',
  'announcements',
  'banned',
  'journal',
  'disconnection',
  'overview',
] as const;
type Tab = (typeof tabs)[number];

/**
 * Shows the administration of Palabre to administrators: users and their reports, registration, the settings, banned
 * addresses, the journal, disconnection, the overview. The administration feature is this page; `running/reports` and
 * `running/audit` hold the reports and the journal.
 */
export function AdminPage() {
  const { t } = useTranslation('administration');
  // A notification leads to the tab of its subject, a second time as well.
  const [search] = useSearchParams();
  const { key: visit } = useLocation();
  const isFirst = search.has(firstParam);
  const wanted = tabs.find(one => one === search.get('tab'));
  const [tab, setTab] = useState<Tab>(wanted ?? 'users');
  const [unsaved, setUnsaved] = useState(false);
  useUnsaved(unsaved);
  const open = async (next: Tab) => {
    if (next !== tab && (!unsaved || (await confirmLoss()))) setTab(next);
  };
  const openWanted = useEffectEvent(() => {
    if (wanted) void open(wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit, to the same address too, opens the tab it names
  useEffect(openWanted, [visit]);
  return (
    <UnsavedScope onUnsaved={setUnsaved}>
      {isFirst ? (
        <SetupSteps unsaved={unsaved} />
      ) : (
        <Section heading={t('heading')} lead={t('lead')}>
          <Tabs<Tab>
            label={t('tabs')}
            value={tab}
            asks={unsaved}
            onChange={next => void open(next)}
            tabs={[
              { value: 'users', label: t('users.tab'), content: <UsersTab /> },
              { value: 'registration', label: t('registration:admin.tab'), content: <RegistrationTab /> },
              {
                value: 'settings',
                label: t('placeSettings:tab'),
                content: (
                  <SettingsTab>
                    <MailCard />
                    <BackupCard />
                  </SettingsTab>
                ),
              },
              { value: 'announcements', label: t('announcements:tab'), content: <AnnouncementsTab /> },
              { value: 'banned', label: t('banned.tab'), content: <BannedTab /> },
              { value: 'journal', label: t('journal.tab'), content: <JournalTab /> },
              { value: 'disconnection', label: t('disconnection:tab'), content: <DisconnectionTab /> },
              { value: 'overview', label: t('overview:tab'), content: <OverviewTab /> },
            ]}
          />
        </Section>
      )}
    </UnsavedScope>
  );
}
