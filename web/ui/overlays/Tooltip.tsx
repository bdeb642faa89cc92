import * as Slot from 'radix-ui/slot';
import type { ReactNode } from 'react';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface TooltipProps {
  label: string;
  /** The one element it explains. */
  children: ReactNode;
  side?: TooltipSide;
  /** Keys that do the same, as « Ctrl K ». */
  shortcut?: string;
  disabled?: boolean;
}

/**
 * A short explanation on hover and focus, drawn by the page's one `TooltipHost`. What it says must also be the element's
 * accessible name or description.
 */
export function Tooltip({ label, children, side = 'top', shortcut, disabled }: TooltipProps) {
  if (disabled) return children;
  return (
    <Slot.Root data-tip={label} data-tip-side={side} data-tip-keys={shortcut}>
      {children}
    </Slot.Root>
  );
}
