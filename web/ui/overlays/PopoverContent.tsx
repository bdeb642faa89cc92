import * as Primitive from 'radix-ui/popover';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { keepOpenForAlerts } from '../alerts/above.ts';
import { cx } from '../cx.ts';
import { useOpeningPress } from '../motion/double-click.ts';
import { rememberFocus } from '../motion/focus.ts';
import { isSheet } from './is-sheet.ts';
import s from './Popover.module.css';
import { SheetTop, sheet } from './Sheet.tsx';

interface PopoverContentProps {
  /** Element that the popover is positioned at. */
  anchor: RefObject<HTMLElement>;
  /** Button that gets focus back; without one, the element that had focus gets it back. */
  trigger?: RefObject<HTMLElement | null>;
  id: string;
  label: string;
  side: 'top' | 'right' | 'bottom' | 'left';
  align: 'start' | 'center' | 'end';
  width: number | undefined;
  flush: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Content of an open popover, a sheet on a phone. Its code is fetched after the page, or when the popover opens (`Popover.tsx`). */
export function PopoverContent(props: PopoverContentProps) {
  const { anchor, trigger, id, label, side, align, width, flush, onClose, children } = props;
  // Radix gives focus back only to its own trigger.
  const [giveBack] = useState(() => (trigger ? null : rememberFocus()));
  const leftByPress = useRef(false);
  // The sheet's scrim covers the page, which is then out of reach.
  const [isInSheet] = useState(isSheet);
  const { keepOpen, onClickCapture } = useOpeningPress();
  return (
    <Primitive.Root modal={isInSheet} open onOpenChange={open => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          className={cx(s.popover, flush && s.flush, sheet)}
          data-layer
          style={{ width }}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label={label}
          onClickCapture={onClickCapture}
          onOpenAutoFocus={event => {
            const layer = event.currentTarget as HTMLElement;
            if (!window.matchMedia?.('(hover: none)').matches || !layer.querySelector('input')) return;
            // On touch screens, a focused search would open a keyboard over its results.
            event.preventDefault();
            layer.focus({ preventScroll: true });
          }}
          onInteractOutside={event => {
            keepOpenForAlerts(event);
            keepOpen(event);
            // The trigger itself closes the popover.
            if (event.target instanceof Node && trigger?.current?.contains(event.target)) event.preventDefault();
            if (!event.defaultPrevented && !isInSheet) leftByPress.current = true;
          }}
          onCloseAutoFocus={event => {
            event.preventDefault();
            if (giveBack) giveBack();
            else if (!leftByPress.current) trigger?.current?.focus();
          }}
        >
          <SheetTop onClose={onClose} />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
