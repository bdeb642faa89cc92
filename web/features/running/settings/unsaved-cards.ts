import { useCallback, useEffect, useState } from 'react';

/**
 * Gathers which cards of a page have unsaved changes, and tells the page whether any has.
 * @returns what each card tells
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
