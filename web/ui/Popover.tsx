import { Popover as Primitive } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { cx } from './cx.ts';
import { keepOpenForAlerts } from './Dialog.tsx';
import { rememberFocus } from './focus.ts';
import { Layer } from './layers.ts';
import s from './Popover.module.css';

interface PopoverProps {
  /** The button that opens it. */
  trigger?: ReactNode;
  /** Where it stands when that is not the trigger: the one element. */
  anchor?: ReactNode;
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

/** Something to look at or work in, beside its button; Escape and a press outside close it. */
export function Popover({
  trigger,
  anchor,
  beside,
  label,
  children,
  side = 'bottom',
  align = 'start',
  width,
  open,
  onOpenChange,
  flush,
}: PopoverProps) {
  // Radix gives the focus back only to its own trigger.
  const [giveBack] = useState(() => (beside ? rememberFocus() : null));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {anchor && <Primitive.Anchor asChild>{anchor}</Primitive.Anchor>}
      {beside && <Primitive.Anchor virtualRef={beside} />}
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Content
          className={cx(s.popover, flush && s.flush)}
          data-layer
          style={{ width }}
          // On a phone, what it stands beside leaves no room on either side.
          side={window.innerWidth < 640 && (side === 'left' || side === 'right') ? 'bottom' : side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label={label}
          onInteractOutside={keepOpenForAlerts}
          onCloseAutoFocus={event => {
            if (!giveBack) return;
            event.preventDefault();
            giveBack();
          }}
        >
          <Layer />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
