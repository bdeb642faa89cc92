import { useRef, useState } from 'react';

/** The ids with one of them at another index; null when that changes nothing. */
function moved(ids: readonly string[], id: string, to: number): string[] | null {
  const from = ids.indexOf(id);
  if (from < 0 || from === to || to < 0 || to >= ids.length) return null;
  const next = ids.filter(other => other !== id);
  next.splice(to, 0, id);
  return next;
}

/** The items in the order of `ids`; those it does not name come last, as they were. */
function arranged<T extends { _id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const rankOf = (item: T) => places.get(item._id) ?? ids.length;
  return [...items].sort((a, b) => rankOf(a) - rankOf(b));
}

interface HandOrder<T> {
  items: readonly T[];
  /** Asks the server for one move; `ids` is the whole order after it. */
  send: (id: string, to: number, ids: string[]) => Promise<unknown>;
  /** Brings the order the server has, once every move has been answered. */
  settle: () => Promise<unknown>;
}

/**
 * An order that people make by hand: a move shows at once, the moves are sent one after the other, and a refused one
 * brings back the order of the server.
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
      // The refusal has been told by its alert.
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
