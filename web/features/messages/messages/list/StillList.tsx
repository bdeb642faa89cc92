import { Fragment, type KeyboardEvent, type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import { shortcuts } from '../../../../platform/shortcuts.ts';
import { dayKey, formatDay } from '../../../../platform/words/format.ts';
import { Divider } from '../../../../ui/pages/Divider.tsx';
import { MemberPopover } from '../../../workspaces/members/open/MemberPopover.tsx';
import type { MentionNames } from '../../text/open/mentions.ts';
import { actionsOn, type MessageDesk } from '../open/message-actions.ts';
import { MessageMenu } from './rows/MessageMenu.tsx';
import s from './rows/MessageRow.module.css';
import { MessageRow } from './rows/MessageRow.tsx';
import type { Row } from './rows/rows.ts';
import { useRowPointer } from './useRowPointer.ts';

interface StillListProps {
  label: string;
  rows: readonly Row[];
  userId: string;
  myself: { firstName: string; lastName: string; avatar: string | null };
  colourOf: (userId: string) => string | undefined;
  names: MentionNames;
  /** Id or nonce of the message that the composer edits. */
  editing: string | null;
  desk: MessageDesk;
}

const idOf = (row: Row) => (row.kind === 'message' ? row.message._id : row.entry.nonce);

/** Shows a few messages of a place as part of a page, which scrolls: all of them are rendered. One tab stop, moved in by arrows. */
export function StillList({ label, rows, userId, myself, colourOf, names, editing, desk }: StillListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [profile, setProfile] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  // Dates lead nowhere here, and today's date goes without saying.
  const still = useMemo(() => {
    const today = dayKey(Date.now());
    return rows.map(row => ({
      row: row.day ? { ...row, day: null } : row,
      day: row.day && dayKey(row.day) !== today ? row.day : null,
    }));
  }, [rows]);
  const rowOf = (key: string | undefined) => rows.find(row => row.key === key);
  const pointer = useRowPointer(key => {
    const row = rowOf(key);
    return row !== undefined && actionsOn(row, desk).length > 0;
  });
  const { menu, openMenu, closeMenu } = pointer;
  const menuRow = rowOf(menu?.key);
  const current = rowOf(focused ?? undefined)?.key ?? rows[0]?.key;
  const elements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const elementOf = (key: string) => elements().find(({ dataset }) => dataset.row === key);
  const showMenu = useCallback(
    (row: Row, anchor: HTMLElement) => {
      const { left, bottom } = anchor.getBoundingClientRect();
      openMenu(row.key, { x: left, y: bottom });
    },
    [openMenu],
  );

  const keyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    const row = rowOf(target.dataset.row);
    if (!row) return;
    const by = { [shortcuts.up.key]: -1, [shortcuts.down.key]: 1 }[key];
    const action = actionsOn(row, desk).find(one => one.key?.toLowerCase() === key.toLowerCase());
    const beside = by && elements()[elements().indexOf(target) + by];
    if (beside) beside.focus();
    else if (action) action.run(row, desk, target);
    else return;
    event.preventDefault();
  };
  const press = ({ target }: MouseEvent) => {
    const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-profile]') : null;
    const row = rowOf(anchor?.closest<HTMLElement>('[data-row]')?.dataset.row);
    if (anchor && row) setProfile({ row, anchor });
  };
  const person = profile && (profile.row.kind === 'message' ? profile.row.message.sender : { _id: userId, ...myself });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: messages are no form fields. */}
      <div
        ref={list}
        role="group"
        aria-label={label}
        onClick={press}
        onKeyDown={keyDown}
        onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)}
        {...pointer.handlers}
      >
        {still.map(({ row, day }) => (
          <Fragment key={row.key}>
            {day && (
              <div className={s.day}>
                <Divider>{formatDay(day)}</Divider>
              </div>
            )}
            <MessageRow
              row={row}
              userId={userId}
              myself={myself}
              colour={colourOf(row.senderId)}
              names={names}
              active={row.key === current}
              hovered={row.key === pointer.hovered}
              menuOpen={row.key === menu?.key}
              editing={idOf(row) === editing}
              flashed={false}
              desk={desk}
              onMenu={showMenu}
            />
          </Fragment>
        ))}
      </div>
      {/* Rendered beside the list, whose handlers their events must not bubble to. */}
      {menu && menuRow && (
        <MessageMenu
          at={menu.at}
          onClose={closeMenu}
          onHover={pointer.hold}
          userId={userId}
          actions={actionsOn(menuRow, desk)}
          onToggle={reaction => desk.toggle(menuRow, reaction)}
          onAct={action => {
            const anchor = elementOf(menuRow.key);
            if (anchor) action.run(menuRow, desk, anchor);
          }}
        />
      )}
      {profile && person && (
        <MemberPopover
          key={person._id}
          person={person}
          colour={colourOf(person._id)}
          anchor={profile.anchor}
          onClose={() => setProfile(null)}
        />
      )}
    </>
  );
}
