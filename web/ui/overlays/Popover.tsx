import * as Slot from 'radix-ui/slot';
import { type MouseEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { afterFirst, later, useFetchedLater, useThere } from './later.ts';

const PopoverContent = later(async () => (await import('./overlays.ts')).PopoverContent);

interface PopoverProps {
  /** The button that opens it. */
  trigger?: ReactNode;
  /** Where it stands when that is already in the page; the focus returns to what had it. */
  beside?: RefObject<HTMLElement>;
  /** Its name, for screen readers. */
  label: string;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Pixels; as wide as its content by default. */
  width?: number;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Without padding, for a content that has its own. */
  flush?: boolean;
}

/**
 * Something to look at or work in, beside its button; Escape and a press outside close it. What draws it is fetched
 * after the page: closed, it is its button alone.
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
  useFetchedLater(PopoverContent, afterFirst);
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
          onClick={(event: MouseEvent) => event.defaultPrevented || change(!open)}
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
