import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import { Spinner } from '../../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { actionsOn, type MessageDesk } from '../message-actions.ts';
import type { MentionNames } from '../text/mentions.ts';
import s from './MessageList.module.css';
import { MessageMenu } from './MessageMenu.tsx';
import { MessageRow, type RowHands } from './MessageRow.tsx';
import type { Row } from './rows.ts';
import { useFollow } from './useFollow.ts';

/** How long the menu stays after the pointer has left message and menu, in milliseconds (spec 2 §9). */
const menuDelay = 100;

interface MessageListProps {
  label: string;
  rows: readonly Row[];
  userId: string;
  myself: { firstName: string; lastName: string; avatar: string | null };
  colourOf: (userId: string) => string | undefined;
  names: MentionNames;
  /** The message whose text the composer holds. */
  editingKey: string | null;
  loadingOlder: boolean;
  /** Newer messages exist that are not here. */
  hasNewer: boolean;
  onOlder: () => void;
  onNewer: () => void;
  onLatest: () => void;
  onSeen: () => void;
  onLeave: () => void;
  desk: MessageDesk;
}

/** The messages of one place; give it a `key` for each. Only the rows near what is in sight exist. */
export function MessageList(props: MessageListProps) {
  const { rows, userId, desk, names, hasNewer, onOlder, onNewer, onLatest, onSeen, onLeave } = props;
  const { t } = useTranslation('messages');
  const log = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ row: Row; at: { x: number; y: number } } | null>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useFollow({ rows, userId, onTop: onOlder, onEnd: onNewer, onSeen });
  const { list, toBottom } = follow;

  const closeMenu = useCallback(() => {
    clearTimeout(leaving.current);
    setMenu(null);
  }, []);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const hold = useCallback((inside: boolean) => {
    clearTimeout(leaving.current);
    if (!inside) leaving.current = setTimeout(() => setMenu(null), menuDelay);
  }, []);

  const open = useRef<string | null>(null);
  open.current = menu?.row.key ?? null;
  const hands = useMemo<RowHands>(
    () => ({
      act: (row, action) => action.run(row, desk),
      menu: (row, at) => {
        if (row.kind === 'message') setMenu({ row, at });
      },
      hover: (row, inside) => {
        if (open.current === row.key) hold(inside);
      },
      focus: row => setActiveKey(row.key),
    }),
    [desk, hold],
  );

  const activeAt = activeKey === null ? -1 : rows.findIndex(row => row.key === activeKey);
  const active = activeAt < 0 ? rows.length - 1 : activeAt;

  const focusRow = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setActiveKey(row.key);
    list.current?.scrollToIndex(index, { align: 'nearest' });
    requestAnimationFrame(() => {
      const rowElements = log.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
      [...rowElements].find(element => element.dataset.row === row.key)?.focus({ preventScroll: true });
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[active];
    const action = row && actionsOn(row, userId).find(one => one.key === event.key.toLowerCase());
    if (event.key === 'ArrowUp') focusRow(active - 1);
    else if (event.key === 'ArrowDown' && active < rows.length - 1) focusRow(active + 1);
    else if (event.key === 'Home') focusRow(0);
    else if (event.key === 'End') focusRow(rows.length - 1);
    else if (event.key === 'Escape' || event.key === 'ArrowDown') onLeave();
    else if (row && action) action.run(row, desk);
    else return;
    event.preventDefault();
  };

  const showLatest = () => {
    if (hasNewer) onLatest();
    else toBottom(true);
  };

  return (
    <div className={s.frame}>
      {props.loadingOlder && (
        <div className={s.older}>
          <Spinner size={18} label={t('loadingOlder')} />
        </div>
      )}
      <div
        ref={log}
        className={s.log}
        role="log"
        // Scrolling back brings rows too, which are not news.
        aria-live={follow.atBottom ? 'polite' : 'off'}
        aria-relevant="additions"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        onScroll={menu ? closeMenu : undefined}
      >
        <div className={s.space} />
        <Virtualizer
          ref={list}
          data={rows}
          shift={follow.shift}
          keepMounted={active >= 0 ? [active] : undefined}
          onScroll={follow.onScroll}
          onResize={follow.onResize}
        >
          {(row, index) => (
            <MessageRow
              key={row.key}
              row={row}
              userId={userId}
              myself={props.myself}
              colour={props.colourOf(row.senderId)}
              names={names}
              active={index === active}
              menuOpen={menu?.row.key === row.key}
              editing={row.key === props.editingKey}
              last={index === rows.length - 1}
              hands={hands}
            />
          )}
        </Virtualizer>
      </div>
      {(follow.unseen > 0 || hasNewer || !follow.atBottom) && (
        <button type="button" className={s.pill} data-quiet={follow.unseen === 0 || undefined} onClick={showLatest}>
          <ArrowDown aria-hidden="true" />
          {follow.unseen > 0 ? t('unseen', { count: follow.unseen }) : <VisuallyHidden>{t('toBottom')}</VisuallyHidden>}
        </button>
      )}
      {menu && (
        <MessageMenu
          at={menu.at}
          onClose={closeMenu}
          onHover={hold}
          actions={actionsOn(menu.row, userId)}
          onAct={action => action.run(menu.row, desk)}
        />
      )}
    </div>
  );
}
