import type { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';

/**
 * Refetches the cached queries of an endpoint, or of all, and lets the page render the answers, which come a moment
 * later.
 */
export const readAgain = (client: QueryClient, path?: string): Promise<void> =>
  act(async () => {
    await client.refetchQueries({ queryKey: path === undefined ? [] : [path] });
    await new Promise(done => setTimeout(done));
  });
