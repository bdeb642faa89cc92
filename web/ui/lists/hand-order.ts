import { useRef, useState } from 'react';

/** Moves an id to another index; returns null if that changes nothing. */
function moved(ids: readonly string[], id: string, to: number): string[] | null {
  const from = ids.indexOf(id);
  if (from < 0 || from === to || to < 0 || to >= ids.length) return null;
  const next = ids.filter(other => other !== id);
  next.splice(to, 0, id);
  return next;
}

/** Sorts items in the order of `ids`; items that `ids` does not name come last, in their own order. */
function arranged<T extends { _id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const rankOf = (item: T) => places.get(item._id) ?? ids.length;
  return [...items].sort((a, b) => rankOf(a) - rankOf(b));
}

interface HandOrder<T> {
  items: readonly T[];
  /** Sends one move to the server; `ids` is the whole order after the move. */
  send: (id: string, to: number, ids: string[]) => Promise<unknown>;
  /** Refetches the server's order, after the response to the last pending move. */
  settle: () => Promise<unknown>;
}

/**
 * Keeps an order that people make by hand, with optimistic updates: moves show at once and are sent one at a time; a refused
 * move restores the server's order.
 */
export function useHandOrder<T extends { _id: string }>({ items, send, settle }: HandOrder<T>) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const running = useRef(0);
  const shown = wanted ? arranged(items, wanted) : items;

  function move(id: string, to: number): void {
    const ids = moved(
      shown.map(item => item._id),
      id,
      to,
    );
    if (!ids) return;
    setWanted(ids);
    running.current += 1;
    queue.current = queue.current
      .then(() => send(id, to, ids))
      // The call's alert has already shown the refusal.
      .catch(() => setWanted(null))
      .then(async () => {
        running.current -= 1;
        if (running.current > 0) return;
        await settle().catch(() => null);
        if (running.current === 0) setWanted(null);
      });
  }

  return { shown, move };
}
