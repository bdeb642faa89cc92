import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { ChannelList } from '../../features/workspaces/channels/ChannelList.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { DiscoverFilters, DiscoverHeading } from '../../features/workspaces/workspaces/DiscoverPanel.tsx';
import { SettingsHeading } from '../../features/workspaces/workspaces/settings/SettingsHeading.tsx';
import { WorkspaceMenu } from '../../features/workspaces/workspaces/WorkspaceMenu.tsx';
import { addressParts } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { later } from '../../ui/overlays/later.ts';
import { ProfileCard } from '../me/ProfileCard.tsx';
import { conversations, personal, settings } from '../parts/loaders.ts';
import s from './SidePanel.module.css';

const SettingsTabs = later(async () => (await settings()).SettingsTabs);
const PersonalTabs = later(async () => (await personal()).PersonalTabs);

const ConversationsHeading = later(async () => (await conversations()).ConversationsHeading);
const ConversationList = later(async () => (await conversations()).ConversationList);

/** Side panel beside the bar: lists or tabs by address, with the profile card below. */
export function SidePanel() {
  const { t } = useTranslation('shell');
  const { workspaceId, section, personal: mySection, talks } = addressParts(useLocation().pathname);
  const mine = useMyWorkspaces().data;
  // The server would refuse a stranger. Until membership is known, the members' content is requested.
  const isStranger = mine !== undefined && !mine.some(card => card._id === workspaceId);
  return (
    <section className={s.panel} aria-label={t('navigation')}>
      <div className={s.top}>
        {talks ? (
          <Suspense fallback={<span />}>
            <ConversationsHeading />
          </Suspense>
        ) : section || mySection ? (
          <SettingsHeading />
        ) : workspaceId ? (
          <WorkspaceMenu key={workspaceId} workspaceId={workspaceId} />
        ) : (
          <DiscoverHeading />
        )}
      </div>
      <div className={s.content}>
        {talks ? (
          <Suspense>
            <ConversationList />
          </Suspense>
        ) : mySection ? (
          <Suspense>
            <PersonalTabs section={mySection} />
          </Suspense>
        ) : workspaceId && isStranger ? null : workspaceId && section ? (
          <Suspense>
            <SettingsTabs workspaceId={workspaceId} section={section} />
          </Suspense>
        ) : workspaceId ? (
          <ChannelList workspaceId={workspaceId} />
        ) : (
          <DiscoverFilters />
        )}
      </div>
      <ProfileCard />
    </section>
  );
}
