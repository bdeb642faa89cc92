import type { QueryClient } from '@tanstack/react-query';

/**
 * What asks the stale answers of a path again that are on the screen: once for many events, and not by everyone at once. Each
 * change in a crowd reaches the whole crowd, so the larger it is (`size`, in people) the longer its requests are spread.
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
