import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { cx } from '../../../../../ui/cx.ts';
import { VisuallyHidden } from '../../../../../ui/marks/VisuallyHidden.tsx';
import { isSheet } from '../../../../../ui/overlays/is-sheet.ts';
import { useLayer } from '../../../../../ui/overlays/layers.ts';
import { MenuAt } from '../../../../../ui/overlays/MenuAt.tsx';
import { Tooltip } from '../../../../../ui/overlays/Tooltip.tsx';
import { recentEmoji } from '../../../../workspaces/emoji/open/recent.ts';
import { EmojiSign } from '../../../reactions/open/EmojiSign.tsx';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import type { MessageAction } from '../../open/message-actions.ts';
import { quickEmoji } from './MessageBar.tsx';
import s from './MessageMenu.module.css';

interface MessageMenuProps {
  /** Point of the window where the menu opens. */
  at: { x: number; y: number };
  userId: string;
  actions: readonly MessageAction[];
  /** Called with the recent emoji chosen as reaction. */
  onToggle: (reaction: string) => void;
  onAct: (action: MessageAction) => void;
  onClose: () => void;
  /** Called as the pointer enters or leaves the menu. */
  onHover: (inside: boolean) => void;
}

/** Number of recent emoji in the sheet. */
const quickInSheet = 6;

const marginPx = 8;
/**
 * Distance below the pointer, larger than the opening animation's movement: the menu must not pass under the pointer.
 */
const belowPx = 6;

function leaveTo(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

/** Shows the menu of a message: horizontal, at the pointer; on a phone, where it would hide the message, as a sheet. */
export function MessageMenu(props: MessageMenuProps) {
  const [isInSheet] = useState(isSheet);
  return isInSheet ? <SheetMenu {...props} /> : <PointerMenu {...props} />;
}

function SheetMenu({ at, userId, actions, onToggle, onAct, onClose }: MessageMenuProps) {
  const { t } = useTranslation('messages');
  const { emoji: own } = use(TextWorldContext);
  const quick = recentEmoji(userId, quickInSheet, own).map(emoji => ({
    label: t('reactWith', { emoji }),
    icon: <EmojiSign emoji={emoji} />,
    onSelect: () => onToggle(emoji),
  }));
  return (
    <MenuAt
      at={at}
      label={t('actions')}
      items={[
        actions.some(({ id }) => id === 'react') && { row: quick },
        ...actions.map(action => ({
          label: t(action.id),
          icon: <action.icon />,
          danger: action.danger ?? false,
          // The open menu holds the focus, which the action may move.
          onSelect: () => void setTimeout(() => onAct(action)),
        })),
      ]}
      onClose={onClose}
    />
  );
}

/** Shows the horizontal menu at the pointer; arrows, Enter and Escape work in it. */
function PointerMenu({ at, userId, actions, onToggle, onAct, onClose, onHover }: MessageMenuProps) {
  const { t } = useTranslation('messages');
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  const before = useRef<Element | null>(null);
  const { emoji: own } = use(TextWorldContext);
  // Touch screens have no tooltips.
  const [isNamed] = useState(() => !window.matchMedia?.('(hover: hover)').matches);
  const mayReact = actions.some(({ id }) => id === 'react');
  useLayer();

  useLayoutEffect(() => {
    const box = menu.current?.getBoundingClientRect();
    if (!box) return;
    setPlace({
      x: Math.max(marginPx, Math.min(at.x, window.innerWidth - box.width - marginPx)),
      y: Math.max(marginPx, Math.min(at.y + belowPx, window.innerHeight - box.height - marginPx)),
    });
  }, [at]);

  useEffect(() => {
    before.current = document.activeElement;
    menu.current?.querySelector('button')?.focus({ preventScroll: true });
    const outside = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) onClose();
    };
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('blur', onClose);
    return () => {
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('blur', onClose);
      // The menu may close by itself while it holds the focus.
      if (document.activeElement === document.body) leaveTo(before.current);
    };
  }, [onClose]);

  const step = (by: number) => {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(index + by + buttons.length) % buttons.length]?.focus();
  };
  const leave = () => {
    onClose();
    leaveTo(before.current);
  };

  return createPortal(
    <div
      ref={menu}
      className={s.menu}
      data-layer
      data-state="open"
      style={{ left: place.x, top: place.y }}
      data-named={isNamed || undefined}
      role="menu"
      aria-orientation="horizontal"
      aria-label={t('actions')}
      tabIndex={-1}
      onPointerEnter={event => event.pointerType === 'mouse' && onHover(true)}
      onPointerLeave={event => event.pointerType === 'mouse' && onHover(false)}
      onContextMenu={event => event.preventDefault()}
      onKeyDown={event => {
        const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
        const by = steps[event.key];
        if (by !== undefined) step(by);
        else if (event.key === 'Escape' || event.key === 'Tab') leave();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {mayReact && (
        <div className={s.recent} role="none">
          {recentEmoji(userId, quickEmoji, own).map(emoji => (
            <button
              key={emoji}
              type="button"
              role="menuitem"
              className={s.emoji}
              aria-label={t('reactWith', { emoji })}
              onClick={() => {
                leave();
                onToggle(emoji);
              }}
            >
              <EmojiSign emoji={emoji} />
            </button>
          ))}
        </div>
      )}
      {actions.map(action => (
        <Tooltip key={action.id} label={t(action.id)} disabled={isNamed}>
          <button
            type="button"
            role="menuitem"
            className={cx(s.action, action.danger && s.danger)}
            onClick={() => {
              leave();
              onAct(action);
            }}
          >
            <action.icon aria-hidden="true" />
            {isNamed ? t(action.id) : <VisuallyHidden>{t(action.id)}</VisuallyHidden>}
          </button>
        </Tooltip>
      ))}
    </div>,
    // Rendered into the page's landmarks.
    document.querySelector('main') ?? document.body,
  );
}
