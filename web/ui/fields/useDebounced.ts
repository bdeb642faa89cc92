import { useEffect, useState } from 'react';

/** Debounces a value: returns it once it has not changed for `delayMs`, so that a search is not sent for each letter. */
export function useDebounced<T>(value: T, delayMs = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
