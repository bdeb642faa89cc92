import { useEffect, useState } from 'react';

/** The value once it has not changed for `delay` milliseconds; what is being typed is not asked for letter by letter. */
export function useDebounced<T>(value: T, delay = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
