import { useEffect } from 'react';

/** Tells the tab that a card has unsaved changes, until they are saved or the card is unmounted. */
export function useTellUnsaved(card: string, unsaved: boolean, tell: (card: string, unsaved: boolean) => void): void {
  useEffect(() => {
    tell(card, unsaved);
    return () => tell(card, false);
  }, [card, unsaved, tell]);
}
