import type { QueryClient } from '@tanstack/react-query';

/**
 * Batches the refetch of a path's stale, visible queries: one refetch for many events, at a random delay that grows
 * with the crowd (`size`, in people). Each change reaches the whole crowd, whose requests would otherwise arrive
 * together.
 */
export function spreadRefetch(path: string): (client: QueryClient, size: number, spread?: boolean) => void {
  const planned = new WeakSet<QueryClient>();
  return (client, size, spread = true) => {
    if (planned.has(client) && spread) return;
    planned.add(client);
    setTimeout(
      () => {
        planned.delete(client);
        void client.refetchQueries({ queryKey: [path], type: 'active', stale: true });
      },
      200 + (spread ? Math.random() * Math.min(30_000, size * 3) : 0),
    );
  };
}
