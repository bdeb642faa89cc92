import * as Dialog from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { keepOpenForAlerts } from '../../ui/alerts/above.ts';
import { cx } from '../../ui/cx.ts';
import { rememberFocus } from '../../ui/motion/focus.ts';
import { useLayer } from '../../ui/overlays/layers.ts';
import s from './SideDrawer.module.css';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side: 'left' | 'right';
  /** Its name, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Mounted as the drawer opens: what had the focus then has it again when it closes. */
function Content({ label, className, children }: Pick<DrawerProps, 'label' | 'className' | 'children'>) {
  const [giveBack] = useState(rememberFocus);
  useLayer();
  return (
    <Dialog.Content
      className={className}
      data-layer
      aria-describedby={undefined}
      onInteractOutside={keepOpenForAlerts}
      onOpenAutoFocus={event => {
        // The panel itself, not its first button: opening it must not show a tooltip.
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

/** A panel that slides over the page: the focus stays in it, Escape and a press outside close it. */
export function Drawer({ open, onOpenChange, side, label, className, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={s.overlay} />
        <Content label={label} className={cx(s.drawer, s[side], className)}>
          {children}
        </Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
