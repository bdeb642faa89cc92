import { Tooltip as Primitive } from 'radix-ui';
import { createContext, type ReactNode, useContext } from 'react';
import { Kbd } from './Kbd.tsx';
import s from './Tooltip.module.css';

/** Before a tooltip shows, in milliseconds. */
const delay = 400;

const Grouped = createContext(false);

/** Around tools that stand together: once one tooltip has shown, its neighbours' show at once. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Grouped value={true}>
      <Primitive.Provider delayDuration={delay} skipDelayDuration={250}>
        {children}
      </Primitive.Provider>
    </Grouped>
  );
}

interface TooltipProps {
  label: ReactNode;
  /** The one element it explains. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Keys that do the same, as « Ctrl K ». */
  shortcut?: string;
  disabled?: boolean;
}

/** A short explanation on hover and focus. What it says must also be the element's accessible name or description. */
export function Tooltip({ label, children, side = 'top', shortcut, disabled }: TooltipProps) {
  const grouped = useContext(Grouped);
  if (disabled) return children;
  const tooltip = (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={s.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {shortcut && <Kbd keys={shortcut} tone="inverse" />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
  return grouped ? tooltip : <Primitive.Provider delayDuration={delay}>{tooltip}</Primitive.Provider>;
}
