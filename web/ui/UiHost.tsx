import type { ReactNode } from 'react';
import { AlertOverlay } from './alerts/AlertOverlay.tsx';
import { DialogHost } from './dialogs/DialogHost.tsx';
import { TooltipHost } from './TooltipHost.tsx';

/** What the parts need around the whole page: the dialogs, the tooltips and the alerts. */
export function UiHost({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <DialogHost />
      <TooltipHost />
      <AlertOverlay />
    </>
  );
}
