import * as Slot from 'radix-ui/slot';
import type { ReactNode } from 'react';

/** Side of the element where the tooltip is shown. */
export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

interface TooltipProps {
  label: string;
  /** Element that the tooltip explains. */
  children: ReactNode;
  side?: TooltipSide;
  /** Shortcut for the same action, such as « Ctrl K ». */
  shortcut?: string;
  disabled?: boolean;
}

/**
 * Tooltip on hover and focus, rendered by the page's only `TooltipHost`. Its text must also be the element's accessible name
 * or description.
 */
export function Tooltip({ label, children, side = 'top', shortcut, disabled }: TooltipProps) {
  if (disabled) return children;
  return (
    <Slot.Root data-tip={label} data-tip-side={side} data-tip-keys={shortcut}>
      {children}
    </Slot.Root>
  );
}
