import { useState } from 'react';

/** Keeps the cursors of a paged list's visited pages. Another `list` starts at its first page. */
export function usePages(list: string): {
  cursor: string | undefined;
  page: number;
  previous: (() => void) | undefined;
  go: (next: string) => void;
} {
  const [gone, setGone] = useState<{ list: string; cursors: readonly string[] }>({ list, cursors: [] });
  const cursors = gone.list === list ? gone.cursors : [];
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    previous: cursors.length > 0 ? () => setGone({ list, cursors: cursors.slice(0, -1) }) : undefined,
    go: next => setGone({ list, cursors: [...cursors, next] }),
  };
}
