import { Popover as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { keepOpenForAlerts } from './Dialog.tsx';
import { Layer } from './layers.ts';
import s from './Popover.module.css';

interface PopoverProps {
  /** The button that opens it. */
  trigger?: ReactNode;
  /** Where it stands when that is not the trigger: the one element. */
  anchor?: ReactNode;
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
  label,
  children,
  side = 'bottom',
  align = 'start',
  width,
  open,
  onOpenChange,
  flush,
}: PopoverProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {anchor && <Primitive.Anchor asChild>{anchor}</Primitive.Anchor>}
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
        >
          <Layer />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
