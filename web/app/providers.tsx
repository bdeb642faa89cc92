import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { UiHost } from '../ui/UiHost.tsx';
import { queryClient } from './query-client.ts';

/** What the whole application lives in. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiHost>{children}</UiHost>
    </QueryClientProvider>
  );
}
