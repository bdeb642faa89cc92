import * as Primitive from 'radix-ui/popover';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { keepOpenForAlerts } from '../alerts/above.ts';
import { cx } from '../cx.ts';
import { rememberFocus } from '../motion/focus.ts';
import { Layer } from './layers.ts';
import s from './Popover.module.css';

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

/** Content of an open popover. Its code is fetched after the page, or when the popover opens (`Popover.tsx`). */
export function PopoverContent(props: PopoverContentProps) {
  const { anchor, trigger, id, label, side, align, width, flush, onClose, children } = props;
  // Radix gives focus back only to its own trigger.
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
          // On a phone, there is no room left or right of the anchor.
          side={window.innerWidth < 640 && (side === 'left' || side === 'right') ? 'bottom' : side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={event => {
            keepOpenForAlerts(event);
            // The trigger itself closes the popover.
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
