import type { ReactNode } from 'react';
import { AlertOverlay } from '../alerts/AlertOverlay.tsx';
import { DialogHost } from '../dialogs/DialogHost.tsx';
import { Beside } from './Beside.tsx';
import { TooltipHost } from './TooltipHost.tsx';

/** What the parts need around the whole page: the dialogs, what stands beside what was pressed, the tooltips and the alerts. */
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
