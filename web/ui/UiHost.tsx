import type { ReactNode } from 'react';
import { AlertOverlay } from './alerts/AlertOverlay.tsx';
import { DialogHost } from './dialogs/DialogHost.tsx';

/** What the parts need around the whole page: the dialogs and the alerts. */
export function UiHost({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <DialogHost />
      <AlertOverlay />
    </>
  );
}
