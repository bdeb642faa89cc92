import { useEffect, useRef, useState } from 'react';

/** Longer than React takes to show what the first press changed. */
const nextTurn = () => new Promise<void>(done => setTimeout(done));

/**
 * An action that runs once at a time: a second press in the same instant, or while the first is being answered, does
 * nothing. Also gives whether it is running. What the action throws is thrown again.
 */
export function useOnce<A extends unknown[]>(
  action: ((...given: A) => unknown) | undefined,
): [run: (...given: A) => Promise<void>, busy: boolean] {
  const running = useRef(false);
  const mounted = useRef(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  async function run(...given: A): Promise<void> {
    if (running.current || !action) return;
    running.current = true;
    try {
      const done = action(...given);
      if (!(done instanceof Promise)) return;
      setBusy(true);
      await done;
    } finally {
      await nextTurn();
      running.current = false;
      if (mounted.current) setBusy(false);
    }
  }
  return [run, busy];
}
