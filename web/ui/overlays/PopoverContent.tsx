import * as Primitive from 'radix-ui/popover';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { keepOpenForAlerts } from '../alerts/above.ts';
import { cx } from '../cx.ts';
import { rememberFocus } from '../motion/focus.ts';
import { Layer } from './layers.ts';
import s from './Popover.module.css';

interface PopoverContentProps {
  /** What it stands beside. */
  anchor: RefObject<HTMLElement>;
  /** Its button, which has the focus again when it closes; otherwise, what had it. */
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

/** What a popover shows while it is open: fetched after the page, or when it is wanted (`Popover.tsx`). */
export function PopoverContent(props: PopoverContentProps) {
  const { anchor, trigger, id, label, side, align, width, flush, onClose, children } = props;
  // Radix gives the focus back only to its own trigger.
  const [giveBack] = useState(() => (trigger ? null : rememberFocus()));
  const leftByPress = useRef(false);
  return (
    <Primitive.Root open onOpenChange={open => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          className={cx(s.popover, flush && s.flush)}
          data-layer
          style={{ width }}
          // On a phone, what it stands beside leaves no room on either side.
          side={window.innerWidth < 640 && (side === 'left' || side === 'right') ? 'bottom' : side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={event => {
            keepOpenForAlerts(event);
            // It closes what it has opened by itself.
            if (event.target instanceof Node && trigger?.current?.contains(event.target)) event.preventDefault();
            if (!event.defaultPrevented) leftByPress.current = true;
          }}
          onCloseAutoFocus={event => {
            event.preventDefault();
            if (giveBack) giveBack();
            else if (!leftByPress.current) trigger?.current?.focus();
          }}
        >
          <Layer />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
