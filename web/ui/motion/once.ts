import { useEffect, useRef, useState } from 'react';

/** Resolves after React has rendered the change of the first click. */
const nextTurn = () => new Promise<void>(done => setTimeout(done));

/**
 * Wraps an action so that it runs once at a time: a second call at the same time, or before the first has finished, does
 * nothing. Errors of the action are rethrown.
 * @returns the wrapped action, and whether its promise is pending
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
