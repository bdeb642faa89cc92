import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useIsAway } from '../../../platform/server/connection.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { useMember } from '../structure/open/membership.ts';
import { useRoles } from '../structure/open/roles.queries.ts';
import { useReadable } from '../structure/open/useNameColour.ts';
import { useWorkspace } from '../structure/open/workspaces.queries.ts';
import { MemberRow } from './MemberRow.tsx';
import s from './MembersPanel.module.css';
import { MemberSkeleton, MembersSkeleton } from './MembersSkeleton.tsx';
import { pageSize, useMembers } from './open/members.queries.ts';

interface MembersPanelProps {
  workspaceId: string;
  /** Restricts the list to members who see this channel. */
  channelId?: string;
}

type Line = { kind: 'online' | 'offline' | 'everyone'; count: number } | { kind: 'member'; index: number };

const noRoles: readonly never[] = [];

/**
 * Shows the members as « En ligne – n », then « Hors ligne – n »; as one group while presence is unknown: disconnected, or
 * until the server has answered for the list saved on the device. Renders a virtual list and fetches only the pages in view.
 * The members feature is this panel, the profile card, the member settings, and kicks and bans; requests are in
 * `open/members.queries.ts`.
 */
export const MembersPanel = memo(function MembersPanel({ workspaceId, channelId }: MembersPanelProps) {
  const { t } = useTranslation('members');
  const list = useRef<VListHandle>(null);
  const [pages, setPages] = useState({ first: 0, last: 0 });
  const [wanted, setFocused] = useState(0);
  const awaited = useRef<{ panel: Element; line: number } | null>(null);
  const members = useMembers({ workspaceId, channelId }, pages.first, pages.last);
  const me = useMember(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const { data: roles = noRoles } = useRoles(workspaceId);
  const readable = useReadable();
  const isAway = useIsAway();
  const isUnknown = isAway || !members.isFresh;
  const { online, total } = members;
  // Fewer members may be left, or another channel have fewer: the list stays a tab stop.
  const focused = Math.min(wanted, Math.max(0, total - 1));

  // An empty group has no heading.
  const group = (kind: Exclude<Line['kind'], 'member'>, from: number, count: number): Line[] =>
    count > 0
      ? [
          { kind, count },
          ...Array.from({ length: count }, (_, index): Line => ({ kind: 'member', index: from + index })),
        ]
      : [];
  const lines = isUnknown
    ? group('everyone', 0, total)
    : [...group('online', 0, online), ...group('offline', online, total - online)];
  const lineOf = (index: number) => index + (!isUnknown && online > 0 && index >= online ? 2 : 1);

  const follow = () => {
    const { current } = list;
    if (!current) return;
    const pageAt = (offset: number) => Math.floor(Math.max(0, current.findItemIndex(offset) - 2) / pageSize);
    const first = pageAt(current.scrollOffset);
    const last = pageAt(current.scrollOffset + current.viewportSize);
    if (first !== pages.first || last !== pages.last) setPages({ first, last });
  };

  const move = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: total - 1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : Math.min(total - 1, Math.max(0, step));
    if (next === undefined || next === focused) return;
    event.preventDefault();
    setFocused(next);
    list.current?.scrollToIndex(lineOf(next), { align: 'nearest' });
    // The row may not be loaded yet: the panel holds the focus until it is.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
    awaited.current = { panel: event.currentTarget, line: lineOf(next) };
  };
  useEffect(() => {
    const { panel, line } = awaited.current ?? {};
    const row = panel?.querySelector<HTMLElement>(`[data-line="${line}"] button`);
    if (!row) return;
    awaited.current = null;
    if (document.activeElement === panel) row.focus({ preventScroll: true });
  });

  if (members.isError && !isAway) {
    return (
      <div className={s.failed}>
        <p>{t('loadFailed')}</p>
        <Button variant="secondary" size="sm" onClick={() => void members.refetch()}>
          {t('common:retry')}
        </Button>
      </div>
    );
  }
  if (!members.isLoaded) {
    return <MembersSkeleton />;
  }
  return (
    <VList
      ref={list}
      className={s.panel}
      role="group"
      tabIndex={-1}
      aria-label={t('panel')}
      data={lines}
      onScroll={follow}
      onResize={follow}
      onKeyDown={move}
      keepMounted={[lineOf(focused)]}
    >
      {(line, index) => {
        if (line.kind !== 'member') {
          return (
            <h3 key={line.kind} className={s.heading}>
              {t(line.kind, { count: line.count })}
            </h3>
          );
        }
        const member = members.at(line.index);
        return (
          <div key={member?._id ?? `line ${line.index}`} data-line={index}>
            {member ? (
              <MemberRow
                member={member}
                workspaceId={workspaceId}
                colour={readable(member.color)}
                me={me}
                workspace={workspace}
                roles={roles}
                present={isAway || members.isFresh}
                index={line.index}
                tabIndex={line.index === focused ? 0 : -1}
                onFocus={setFocused}
              />
            ) : (
              <MemberSkeleton width={60} />
            )}
          </div>
        );
      }}
    </VList>
  );
});
