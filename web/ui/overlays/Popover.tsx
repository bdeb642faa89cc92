import * as Slot from 'radix-ui/slot';
import { type MouseEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { isDoubleClick } from '../motion/double-click.ts';
import { afterFirstMs, later, useFetchedLater, useThere } from './later.ts';

const PopoverContent = later(async () => (await import('./overlays.ts')).PopoverContent);

interface PopoverProps {
  /** Button that opens the popover. */
  trigger?: ReactNode;
  /** Element to position the popover at, instead of a trigger; focus then returns to the element that had it. */
  beside?: RefObject<HTMLElement>;
  /** Name of the popover, for screen readers. */
  label: string;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Width in pixels; the content's by default. */
  width?: number;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Removes the padding, for content that has its own. */
  flush?: boolean;
}

/**
 * Popover beside its button. Escape and a click outside close it. Closed, it is only the button; its content's code is
 * fetched after the page.
 */
export function Popover(props: PopoverProps) {
  const { trigger, beside, label, children, side = 'bottom', align = 'start', width, flush } = props;
  const [opened, setOpened] = useState(false);
  const open = props.open ?? opened;
  const button = useRef<HTMLElement>(null);
  const id = useId();
  const change = (next: boolean) => {
    setOpened(next);
    props.onOpenChange?.(next);
  };
  useFetchedLater(PopoverContent, afterFirstMs);
  const shown = useThere(PopoverContent, open, () => change(false));
  const anchor = beside ?? button;
  return (
    <>
      {trigger && (
        <Slot.Root
          ref={button}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          data-state={open ? 'open' : 'closed'}
          onClick={(event: MouseEvent) => {
            if (!event.defaultPrevented && !isDoubleClick()) change(!open);
          }}
        >
          {trigger}
        </Slot.Root>
      )}
      {shown && (
        <Suspense>
          <PopoverContent
            id={id}
            anchor={anchor as RefObject<HTMLElement>}
            trigger={beside ? undefined : button}
            label={label}
            side={side}
            align={align}
            width={width}
            flush={flush}
            onClose={() => change(false)}
          >
            {children}
          </PopoverContent>
        </Suspense>
      )}
    </>
  );
}
