import type { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';

/** Asks again for what is cached of an endpoint, and lets the page draw what comes of it: it is told a moment later. */
export const readAgain = (client: QueryClient, path: string): Promise<void> =>
  act(async () => {
    await client.refetchQueries({ queryKey: [path] });
    await new Promise(done => setTimeout(done));
  });
