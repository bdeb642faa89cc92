import { useCallback, useEffect, useState } from 'react';

/**
 * Collects the cards of a page with unsaved changes, and tells the page whether there are any.
 * @returns the callback by which each card reports its own
 */
export function useUnsavedCards(onUnsaved: (unsaved: boolean) => void): (card: string, unsaved: boolean) => void {
  const [cards, setCards] = useState<ReadonlySet<string>>(new Set());
  const tell = useCallback(
    (card: string, unsaved: boolean) =>
      setCards(old => {
        if (old.has(card) === unsaved) return old;
        return new Set(unsaved ? [...old, card] : [...old].filter(other => other !== card));
      }),
    [],
  );
  const unsaved = cards.size > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  return tell;
}
