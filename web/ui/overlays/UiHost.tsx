import type { ReactNode } from 'react';
import { AlertOverlay } from '../alerts/AlertOverlay.tsx';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { Beside } from './Beside.tsx';
import { TooltipHost } from './TooltipHost.tsx';

/** Wraps the page with the hosts of dialogs, `showBeside`, tooltips and alerts. */
export function UiHost({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <DialogHost />
      <Beside />
      <TooltipHost />
      <AlertOverlay />
    </>
  );
}
