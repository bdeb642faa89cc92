import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { cx } from '../../../../ui/cx.ts';
import { VisuallyHidden } from '../../../../ui/marks/VisuallyHidden.tsx';
import { useLayer } from '../../../../ui/overlays/layers.ts';
import { Tooltip } from '../../../../ui/overlays/Tooltip.tsx';
import { recentEmoji } from '../../../workspaces/emoji/open/recent.ts';
import { EmojiSign } from '../../reactions/open/EmojiSign.tsx';
import { TextWorldContext } from '../../text/open/text-world.ts';
import type { MessageAction } from '../open/message-actions.ts';
import { quickEmoji } from './MessageBar.tsx';
import s from './MessageMenu.module.css';

interface MessageMenuProps {
  /** Where in the window it was asked for. */
  at: { x: number; y: number };
  userId: string;
  actions: readonly MessageAction[];
  /** One of the emoji used last is wanted on the message. */
  onToggle: (reaction: string) => void;
  onAct: (action: MessageAction) => void;
  onClose: () => void;
  /** The pointer is on the menu, or has left it. */
  onHover: (inside: boolean) => void;
}

const margin = 8;
/** Further from the pointer than it moves as it opens: it must not pass under it. */
const below = 6;

function leaveTo(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

/** The horizontal menu of a message, at the pointer; arrows, Enter and Escape work in it. */
export function MessageMenu({ at, userId, actions, onToggle, onAct, onClose, onHover }: MessageMenuProps) {
  const { t } = useTranslation('messages');
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);
  const before = useRef<Element | null>(null);
  const { emoji: own } = use(TextWorldContext);
  // A finger has no tooltips, and a phone has room below each icon.
  const [isNamed] = useState(() => !window.matchMedia?.('(hover: hover) and (width >= 640px)').matches);
  const mayReact = actions.some(({ id }) => id === 'react');
  useLayer();

  useLayoutEffect(() => {
    const box = menu.current?.getBoundingClientRect();
    if (!box) return;
    setPlace({
      x: Math.max(margin, Math.min(at.x, window.innerWidth - box.width - margin)),
      y: Math.max(margin, Math.min(at.y + below, window.innerHeight - box.height - margin)),
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
      // It may close by itself, with the focus inside.
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
    // With the page it belongs to, among its landmarks.
    document.querySelector('main') ?? document.body,
  );
}
