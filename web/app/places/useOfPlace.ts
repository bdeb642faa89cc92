import { useState } from 'react';

/**
 * Holds state of one place, such as its open dialog. The state is null again once the same component shows another
 * place, so that an action begun in one place never applies to the next.
 */
export function useOfPlace<T>(placeId: string): readonly [T | null, (next: T | null) => void] {
  const [kept, setKept] = useState<{ placeId: string; value: T } | null>(null);
  if (kept && kept.placeId !== placeId) setKept(null);
  return [kept?.value ?? null, next => setKept(next === null ? null : { placeId, value: next })];
}
