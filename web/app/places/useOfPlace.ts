import { useState } from 'react';

/**
 * Keeps what is open over one place, such as a dialog: null again once the same component shows another place, so that
 * what was asked of one is never done to the other.
 */
export function useOfPlace<T>(placeId: string): readonly [T | null, (next: T | null) => void] {
  const [kept, setKept] = useState<{ placeId: string; value: T } | null>(null);
  if (kept && kept.placeId !== placeId) setKept(null);
  return [kept?.value ?? null, next => setKept(next === null ? null : { placeId, value: next })];
}
