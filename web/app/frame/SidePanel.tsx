import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { ThreadsEntry } from '../../features/messages/threads/ThreadsEntry.tsx';
import { ChannelList } from '../../features/workspaces/channels/ChannelList.tsx';
import { useMyWorkspaces } from '../../features/workspaces/structure/open/workspaces.queries.ts';
import { DiscoverFilters, DiscoverHeading } from '../../features/workspaces/workspaces/DiscoverPanel.tsx';
import { SettingsHeading } from '../../features/workspaces/workspaces/settings/SettingsHeading.tsx';
import { WorkspaceMenu } from '../../features/workspaces/workspaces/WorkspaceMenu.tsx';
import { type AddressParts, addressParts } from '../../platform/address/paths.ts';
import { visitsOf } from '../../platform/device/visits.ts';
import { useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { later } from '../../ui/overlays/later.ts';
import { ProfileCard } from '../me/ProfileCard.tsx';
import { conversations, personal, settings } from '../parts/loaders.ts';
import s from './SidePanel.module.css';

const SettingsTabs = later(async () => (await settings()).SettingsTabs);
const PersonalTabs = later(async () => (await personal()).PersonalTabs);

const ConversationsHeading = later(async () => (await conversations()).ConversationsHeading);
const ConversationList = later(async () => (await conversations()).ConversationList);

/**
 * Returns the parts of the address; beside the lists of threads and of scheduled messages, the panel keeps the last
 * visited workspace, or the conversations.
 */
function useBeside(): AddressParts {
  const parts = addressParts(useLocation().pathname);
  const userId = useSession(state => state.user?._id) ?? '';
  if (!parts.threads && !parts.scheduled) return parts;
  const last = visitsOf(userId)[0];
  return last?.workspaceId ? { workspaceId: last.workspaceId } : { talks: true };
}

/** Side panel beside the bar: lists or tabs by address, with the profile card below. */
export function SidePanel() {
  const { t } = useTranslation('shell');
  const { section, personal: mySection, workspaceId, talks } = useBeside();
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
          <>
            <ThreadsEntry />
            <Suspense>
              <ConversationList />
            </Suspense>
          </>
        ) : mySection ? (
          <Suspense>
            <PersonalTabs section={mySection} />
          </Suspense>
        ) : workspaceId && isStranger ? null : workspaceId && section ? (
          <Suspense>
            <SettingsTabs workspaceId={workspaceId} section={section} />
          </Suspense>
        ) : workspaceId ? (
          <>
            <ThreadsEntry />
            <ChannelList key={workspaceId} workspaceId={workspaceId} />
          </>
        ) : (
          <DiscoverFilters />
        )}
      </div>
      <ProfileCard />
    </section>
  );
}
