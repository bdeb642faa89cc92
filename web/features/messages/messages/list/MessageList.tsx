import ArrowDown from 'lucide-react/icons/arrow-down';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Spinner } from '../../../../ui/marks/Spinner.tsx';
import { VisuallyHidden } from '../../../../ui/marks/VisuallyHidden.tsx';
import { later, useThere } from '../../../../ui/overlays/later.ts';
import { MemberPopover } from '../../../workspaces/members/open/MemberPopover.tsx';
import type { MentionNames } from '../../text/open/mentions.ts';
import type { Jump } from '../../timeline/open/timelines.store.ts';
import { actionsOn, type MessageDesk } from '../open/message-actions.ts';
import { Beginning, type PlaceFacts } from './Beginning.tsx';
import s from './MessageList.module.css';
import { MessageMenu } from './rows/MessageMenu.tsx';
import { MessageRow } from './rows/MessageRow.tsx';
import { MovesBelow } from './rows/MovesLine.tsx';
import type { Moves } from './rows/moves.ts';
import type { Row } from './rows/rows.ts';
import { indicesOf } from './scroll/anchor.ts';
import { useListView } from './scroll/useListView.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useRowPointer } from './useRowPointer.ts';

/** Duration of the flash on a message that was jumped to. */
const flashMs = 2_000;

interface MessageListProps {
  label: string;
  rows: readonly Row[];
  userId: string;
  myself: { firstName: string; lastName: string; avatar: string | null };
  colourOf: (userId: string) => string | undefined;
  names: MentionNames;
  /** Key of the row that the composer edits. */
  editingKey: string | null;
  loadingOlder: boolean;
  /** Whether older messages exist beyond the loaded ones. */
  hasOlder: boolean;
  /** Whether newer messages exist beyond the loaded ones. */
  hasNewer: boolean;
  /** Facts shown above the first message of all. */
  facts?: PlaceFacts | undefined;
  /** Joins and departures since the last message. */
  movesBelow?: Moves | null;
  /** Pending scroll target. */
  jump: Jump | null;
  onJumped: () => void;
  onOlder: () => void;
  onNewer: () => void;
  onLatest: () => void;
  /** Called to show the first message of this day or later. */
  onDay: (day: Date) => void;
  onSeen: (row: Row) => void;
  /** Called to mark all new messages as read. */
  onAllRead: () => void;
  onLeave: () => void;
  desk: MessageDesk;
}

const DayPopover = later(async () => (await import('../days/DayPopover.tsx')).DayPopover);

type Person = Parameters<typeof MemberPopover>[0]['person'];

/** Shows the messages of one place as a virtual list; needs a `key` per place. */
export function MessageList(props: MessageListProps) {
  const { rows, userId, desk, hasNewer, onJumped, onOlder, onLatest, onLeave } = props;
  const { t } = useTranslation('messages');
  const [flashed, setFlashed] = useState<string | null>(null);
  const [day, setDay] = useState<{ from: string; anchor: HTMLElement } | null>(null);
  const [profile, setProfile] = useState<{ person: Person; anchor: HTMLElement } | null>(null);
  const arrived = (row: Row | undefined) => {
    onJumped();
    if (!row) return;
    setFlashed(row.key);
    focus.focus(row.key);
  };
  // Only the user's scrolling closes the menu, not a list moved by new messages.
  const scrolled = () => closeMenu();
  const { log, content, view, range, nearEnd, unseen } = useListView({
    ...props,
    onJumped: arrived,
    onScrolled: scrolled,
  });
  const focus = useRowFocus({
    ...{ log, view, rows, desk, onLeave, onOlder },
    onDay: (row, anchor) => setDay({ from: row.time, anchor }),
  });
  const rowOf = (key: string | undefined) => rows.find(row => row.key === key);
  const pointer = useRowPointer(key => {
    const row = rowOf(key);
    return row !== undefined && actionsOn(row, desk).length > 0;
  });
  const { menu, openMenu, closeMenu } = pointer;
  const dayShown = useThere(DayPopover, day, () => setDay(null));
  const menuRow = rowOf(menu?.key);
  const showMenu = useCallback(
    (row: Row, anchor: HTMLElement) => {
      const { left, bottom } = anchor.getBoundingClientRect();
      openMenu(row.key, { x: left, y: bottom });
    },
    [openMenu],
  );

  useEffect(() => {
    if (flashed === null) return;
    const timer = setTimeout(() => setFlashed(null), flashMs);
    return () => clearTimeout(timer);
  }, [flashed]);

  const press = (event: MouseEvent) => {
    const anchor =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-profile], [data-day], [data-all-read]')
        : null;
    if (anchor?.dataset.day) return setDay({ from: anchor.dataset.day, anchor });
    if (anchor?.dataset.allRead) {
      // The pressed button is unmounted with its line.
      focus.focus(anchor.dataset.allRead);
      return props.onAllRead();
    }
    const row = rowOf(anchor?.closest<HTMLElement>('[data-row]')?.dataset.row);
    if (!anchor || !row) return;
    const person = row.kind === 'message' ? row.message.sender : { _id: userId, ...props.myself };
    setProfile({ person, anchor });
  };
  const showLatest = (event: MouseEvent) => {
    // The pressed button is unmounted: a mouse user goes on writing, a keyboard or touch user goes on reading.
    const writes = event.detail > 0 && window.matchMedia?.('(hover: hover)').matches;
    if (writes) onLeave();
    if (!writes || document.activeElement === event.currentTarget) focus.focus(rows.at(-1)?.key);
    if (hasNewer) onLatest();
    else view.toEnd();
  };

  const drawn: ReactNode[] = [];
  let next = 0;
  const gap = (until: number) => {
    if (until > next) {
      const height = rows.slice(next, until).reduce((sum, row) => sum + view.heightOf(row), 0);
      drawn.push(<div key={`gap ${drawn.length}`} data-gap style={{ height }} />);
    }
  };
  for (const index of indicesOf(
    range,
    rows.findIndex(row => row.key === focus.focused),
  )) {
    const row = rows[index];
    if (!row) continue;
    gap(index);
    next = index + 1;
    const active = row.key === focus.focused;
    // Measured with its row, like all separators above a message.
    if (row.begins && props.facts) drawn.push(<Beginning key="beginning" facts={props.facts} reachable={active} />);
    drawn.push(
      <MessageRow
        key={row.key}
        row={row}
        userId={userId}
        myself={props.myself}
        colour={props.colourOf(row.senderId)}
        names={props.names}
        active={active}
        hovered={row.key === pointer.hovered}
        menuOpen={row.key === menu?.key}
        editing={row.key === props.editingKey}
        flashed={row.key === flashed}
        desk={desk}
        onMenu={showMenu}
      />,
    );
  }
  gap(rows.length);

  return (
    <div className={s.frame}>
      {props.loadingOlder && (
        <div className={s.older}>
          <Spinner size={18} label={t('loadingOlder')} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only the buttons inside are pressed. */}
      <div
        ref={log}
        className={s.log}
        style={{ height: view.likelyHeight }}
        role="log"
        // Rows added by scrolling back are no news to announce.
        aria-live={nearEnd ? 'polite' : 'off'}
        aria-relevant="additions"
        aria-label={props.label}
        onClick={press}
        {...focus.handlers}
        {...pointer.handlers}
      >
        <div ref={content} className={s.rows} data-thread={desk.reader.isThread || undefined}>
          {drawn}
          {props.movesBelow && <MovesBelow moves={props.movesBelow} />}
        </div>
      </div>
      {(unseen > 0 || !nearEnd) && (
        <button type="button" className={s.pill} data-quiet={unseen === 0 || undefined} onClick={showLatest}>
          <ArrowDown aria-hidden="true" />
          {unseen > 0 ? t('unseen', { count: unseen }) : <VisuallyHidden>{t('toBottom')}</VisuallyHidden>}
        </button>
      )}
      {menu && menuRow && (
        <MessageMenu
          at={menu.at}
          onClose={closeMenu}
          onHover={pointer.hold}
          userId={userId}
          actions={actionsOn(menuRow, desk)}
          onToggle={reaction => desk.toggle(menuRow, reaction)}
          onAct={action => {
            const drawn = log.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
            const anchor = [...drawn].find(({ dataset }) => dataset.row === menuRow.key);
            if (anchor) action.run(menuRow, desk, anchor);
          }}
        />
      )}
      {dayShown && day && (
        <DayPopover day={new Date(day.from)} anchor={day.anchor} onChoose={props.onDay} onClose={() => setDay(null)} />
      )}
      {profile && (
        <MemberPopover
          key={profile.person._id}
          person={profile.person}
          colour={props.colourOf(profile.person._id)}
          anchor={profile.anchor}
          onClose={() => setProfile(null)}
        />
      )}
    </div>
  );
}
