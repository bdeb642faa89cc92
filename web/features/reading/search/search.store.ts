import { create } from 'zustand';

interface SearchState {
  /** What is open over the page. */
  open: 'search' | 'shortcuts' | null;
  /** When it was opened, in milliseconds. */
  at: number;
  /** Whether the search can be typed in: its code may have to be fetched. */
  isThere: boolean;
  /** What was typed for the search before it was there. */
  typed: string;
  setOpen: (open: 'search' | 'shortcuts' | null) => void;
}

/** Whether the search or the sheet of shortcuts is on the screen: a button and keys open them. */
export const useSearch = create<SearchState>(set => ({
  open: null,
  at: 0,
  isThere: false,
  typed: '',
  setOpen: open => set({ open, at: Date.now(), typed: '' }),
}));

/** How long keys are held for a search that is being fetched, in milliseconds: without a connection it may never come. */
const patience = 3_000;

/** A key that is pressed between the search's opening and its being there is meant for it, and not for what has the focus. */
export function holdForSearch(event: KeyboardEvent): void {
  const { open, at, isThere, typed, setOpen } = useSearch.getState();
  if (open !== 'search' || isThere || Date.now() - at > patience) return;
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return;
  if (key === 'Escape') setOpen(null);
  else if (key === 'Backspace') useSearch.setState({ typed: typed.slice(0, -1) });
  else if (key.length === 1) useSearch.setState({ typed: typed + key });
  event.preventDefault();
  event.stopPropagation();
}
