import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useRoomy, useTight } from '../../platform/media.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { VisuallyHidden } from '../../ui/marks/VisuallyHidden.tsx';
import { SideDrawer } from '../frame/SideDrawer.tsx';
import { useShell } from '../frame/shell.store.ts';
import s from './PlacePane.module.css';
import { ThreadSide } from './ThreadSide.tsx';

interface PlacePaneProps {
  /** Members panel, beside the place or in a drawer. */
  members: ReactNode;
  /** Open thread, beside the place or over it; null without one. */
  thread: ReactNode;
  children: ReactNode;
}

/**
 * Layout of a channel or a conversation, with its thread and its members. A thread stands beside it, in place of the
 * members unless all three fit; on screens too narrow for both, it covers the place.
 */
export function PlacePane({ members: list, thread, children }: PlacePaneProps) {
  const { t } = useTranslation('shell');
  const tight = useTight();
  const roomy = useRoomy();
  const { membersOpen, membersDrawerOpen, setMembersDrawerOpen } = useShell();
  const members = (
    <>
      <VisuallyHidden>
        <h2>{t('members')}</h2>
      </VisuallyHidden>
      {list}
    </>
  );
  return (
    <div className={s.pane}>
      <div className={s.feed} inert={Boolean(thread) && tight} data-covered={(Boolean(thread) && tight) || undefined}>
        {children}
      </div>
      {thread && <ThreadSide>{thread}</ThreadSide>}
      {!tight && membersOpen && (!thread || roomy) && (
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
