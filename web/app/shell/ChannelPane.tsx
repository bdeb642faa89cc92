import { X } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { MembersSkeleton } from '../../features/members/MembersSkeleton.tsx';
import { ChannelPage } from '../../features/messages/ChannelPage.tsx';
import { ListSkeleton } from '../../features/messages/list/ListSkeleton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { later } from '../../ui/later.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import s from './ChannelPane.module.css';
import { useTight } from './media.ts';
import { SideDrawer } from './SideDrawer.tsx';
import { useShell } from './shell.store.ts';

// Who is there is known once the socket is: its code has the time until then.
const MembersPanel = later(async () => (await import('../../features/members/MembersPanel.tsx')).MembersPanel);

/** The shape of a channel to come. */
export function ChannelPaneSkeleton() {
  const tight = useTight();
  const { membersOpen } = useShell();
  return (
    <div className={s.pane}>
      <div className={s.feed}>
        <ListSkeleton />
      </div>
      {!tight && membersOpen && (
        <div className={s.members}>
          <MembersSkeleton />
        </div>
      )}
    </div>
  );
}

/** A channel, and its members beside it or sliding over it. */
export function ChannelPane() {
  const { t } = useTranslation('shell');
  const { workspaceId = '', channelId = '' } = useParams();
  const tight = useTight();
  const { membersOpen, membersDrawerOpen, setMembersDrawerOpen } = useShell();
  const members = (
    <>
      <VisuallyHidden>
        <h2>{t('members')}</h2>
      </VisuallyHidden>
      <Suspense fallback={<MembersSkeleton />}>
        <MembersPanel workspaceId={workspaceId} channelId={channelId} />
      </Suspense>
    </>
  );
  return (
    <div className={s.pane}>
      <div className={s.feed}>
        <ChannelPage />
      </div>
      {!tight && membersOpen && (
        <aside className={s.members} aria-label={t('members')}>
          {members}
        </aside>
      )}
      {tight && (
        <SideDrawer
          open={membersDrawerOpen}
          onOpenChange={setMembersDrawerOpen}
          side="right"
          label={t('members')}
          className={s.drawer}
        >
          <div className={s.members}>
            <div className={s.bar}>
              {t('members')}
              <IconButton label={t('hideMembers')} tooltip={false} onClick={() => setMembersDrawerOpen(false)}>
                <X />
              </IconButton>
            </div>
            {members}
          </div>
        </SideDrawer>
      )}
    </div>
  );
}
