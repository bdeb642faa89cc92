import * as Dialog from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { keepOpenForAlerts } from '../../ui/alerts/above.ts';
import { cx } from '../../ui/cx.ts';
import { rememberFocus } from '../../ui/motion/focus.ts';
import { SheetTop, sheet } from '../../ui/overlays/Sheet.tsx';
import s from './SideDrawer.module.css';

/** Props of a drawer. */
export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side: 'left' | 'right';
  /** Name of the drawer, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Content of the drawer, mounted on opening: remembers the focused element and restores its focus on close. */
function Content({ label, className, children }: Pick<DrawerProps, 'label' | 'className' | 'children'>) {
  const [giveBack] = useState(rememberFocus);
  return (
    <Dialog.Content
      className={className}
      data-layer
      aria-describedby={undefined}
      onInteractOutside={keepOpenForAlerts}
      onOpenAutoFocus={event => {
        // Focus the panel, not its first button, whose tooltip would open.
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
      }}
      onCloseAutoFocus={event => {
        event.preventDefault();
        giveBack();
      }}
    >
      <Dialog.Title hidden>{label}</Dialog.Title>
      {children}
    </Dialog.Content>
  );
}

/** Panel that slides over the page; on a phone, that of the right is a sheet. It traps focus; Escape and a click outside close it. */
export function Drawer({ open, onOpenChange, side, label, className, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.overlay} />
        <Content label={label} className={cx(s.drawer, s[side], side === 'right' && sheet, className)}>
          {side === 'right' && <SheetTop onClose={() => onOpenChange(false)} />}
          {children}
        </Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
