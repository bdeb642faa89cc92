import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlaceSource } from '../features/running/settings/open/PlaceSource.tsx';
import { queryClient } from '../platform/server/query-client.ts';
import { UiHost } from '../ui/overlays/UiHost.tsx';

/** Wraps the application in its providers. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PlaceSource />
      <UiHost>{children}</UiHost>
    </QueryClientProvider>
  );
}
