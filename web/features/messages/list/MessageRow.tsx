import { TriangleAlert } from 'lucide-react';
import { memo, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay, formatTime } from '../../../platform/format.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Divider } from '../../../ui/Divider.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { actionsOn, type MessageAction } from '../message-actions.ts';
import { MessageText } from '../text/MessageText.tsx';
import { isCalled, type MentionNames, plainText } from '../text/mentions.ts';
import s from './MessageRow.module.css';
import type { Row } from './rows.ts';

/** What the list does for its messages. All are stable. */
export interface RowHands {
  act: (row: Row, action: MessageAction) => void;
  /** Opens the context menu at a point of the window. */
  menu: (row: Row, at: { x: number; y: number }) => void;
  /** The pointer is on the message, or has left it. */
  hover: (row: Row, inside: boolean) => void;
  focus: (row: Row) => void;
}

interface MessageRowProps {
  row: Row;
  userId: string;
  /** Of the person logged in, for what they have not sent yet. */
  myself: { firstName: string; lastName: string; avatar: string | null };
  colour: string | undefined;
  names: MentionNames;
  /** The one message that Tab reaches. */
  active: boolean;
  menuOpen: boolean;
  /** The composer holds its text. */
  editing: boolean;
  last: boolean;
  hands: RowHands;
}

const longPress = 500;

/** A message of the list, with what stands above it (spec 2 §2, « Message list »). */
export const MessageRow = memo(function MessageRow({
  row,
  userId,
  myself,
  colour,
  names,
  active,
  menuOpen,
  editing,
  last,
  hands,
}: MessageRowProps) {
  const { t } = useTranslation('messages');
  const { content, time, senderId } = row;
  const [hovered, setHovered] = useState(false);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const message = row.kind === 'message' ? row.message : null;
  const sender = message?.sender ?? { _id: userId, ...myself };
  const name = sender.firstName || senderId.slice(0, 5);
  const failed = row.kind === 'pending' && row.entry.state === 'failed';
  const state = failed ? 'failed' : row.kind === 'pending' ? 'waiting' : 'sent';
  const edited = message?.updated && <span className={s.edited}>{t('edited')}</span>;

  const point = (event: PointerEvent) => ({ x: event.clientX, y: event.clientY });
  const stopPress = () => clearTimeout(press.current);

  return (
    <div className={cx(s.item, last && s.last)}>
      {row.day !== null && (
        <div className={s.day}>
          <Divider>{formatDay(row.day)}</Divider>
        </div>
      )}
      {row.firstNew && (
        <div className={s.new}>
          <Divider tone="new">{t('newLine')}</Divider>
        </div>
      )}
      <article
        className={cx(s.message, row.header && s.first)}
        data-row={row.key}
        data-state={state}
        data-called={(message && senderId !== userId && isCalled(content, userId)) || undefined}
        data-menu={menuOpen || undefined}
        data-editing={editing || undefined}
        // One tab stop for the list, from which the arrows move.
        tabIndex={active ? 0 : -1}
        aria-label={t('said', { name, time: formatTime(time), text: plainText(content, names) })}
        onFocus={() => hands.focus(row)}
        onContextMenu={event => {
          if (event.target instanceof Element && event.target.closest('a')) return;
          if (window.getSelection()?.toString()) return;
          event.preventDefault();
          const box = event.currentTarget.getBoundingClientRect();
          // The menu key has no pointer.
          const keyed = event.clientX === 0 && event.clientY === 0;
          hands.menu(row, keyed ? { x: box.left + 60, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
        }}
        onPointerEnter={event => {
          if (event.pointerType !== 'mouse') return;
          setHovered(true);
          hands.hover(row, true);
        }}
        onPointerLeave={event => {
          stopPress();
          if (event.pointerType !== 'mouse') return;
          setHovered(false);
          hands.hover(row, false);
        }}
        onPointerDown={event => {
          if (event.pointerType === 'mouse') return;
          const at = point(event);
          press.current = setTimeout(() => hands.menu(row, at), longPress);
        }}
        onPointerUp={stopPress}
        onPointerCancel={stopPress}
        onPointerMove={event => {
          if (event.pointerType !== 'mouse' && Math.abs(event.movementX) + Math.abs(event.movementY) > 4) stopPress();
        }}
      >
        {row.header ? (
          <Avatar id={senderId} firstName={sender.firstName} lastName={sender.lastName} src={sender.avatar} size={36} />
        ) : (
          <time className={s.side} dateTime={time}>
            {formatTime(time)}
          </time>
        )}
        <div className={s.body}>
          {row.header && (
            <div className={s.head}>
              <span className={s.name} style={{ color: colour }}>
                {name}
              </span>
              <time className={s.time} dateTime={time} title={formatDateTime(time)}>
                {formatTime(time)}
              </time>
              {edited}
            </div>
          )}
          <div className={s.content}>
            <MessageText content={content} names={names} reachable={active} />
            {!row.header && edited}
          </div>
          {failed && (
            <div className={s.failed} role="alert">
              <span className={s.reason}>
                <TriangleAlert aria-hidden="true" />
                <span>
                  {t('failed')}
                  {row.entry.reason && ` – ${row.entry.reason}`}
                </span>
              </span>
              {actionsOn(row, userId).map(action => (
                <Button
                  key={action.id}
                  size="sm"
                  variant={action.danger ? 'danger-ghost' : action.id === 'retry' ? 'secondary' : 'ghost'}
                  onClick={() => hands.act(row, action)}
                >
                  {t(action.id)}
                </Button>
              ))}
            </div>
          )}
        </div>
        {hovered && message && !menuOpen && (
          <div className={s.bar} role="toolbar" aria-label={t('actions')}>
            {actionsOn(row, userId).map(action => (
              <IconButton
                key={action.id}
                label={t(action.id)}
                size="sm"
                tone={action.danger && 'danger'}
                tabIndex={-1}
                onClick={() => hands.act(row, action)}
              >
                <action.icon />
              </IconButton>
            ))}
          </div>
        )}
      </article>
    </div>
  );
});
