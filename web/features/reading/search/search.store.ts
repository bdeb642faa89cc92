import { create } from 'zustand';
import { onSessionEnd } from '../../../platform/session/session.ts';

interface SearchState {
  /** Dialog open over the page. */
  open: 'search' | 'shortcuts' | null;
  /** Time of the opening, in milliseconds. */
  at: number;
  /** Whether the search's field is mounted: its code may still be loading. */
  isThere: boolean;
  /** Text typed before the field was mounted. */
  typed: string;
  setOpen: (open: 'search' | 'shortcuts' | null) => void;
}

/** Holds whether the search or the sheet of shortcuts is open: a button and keys open them. */
export const useSearch = create<SearchState>(set => ({
  open: null,
  at: 0,
  isThere: false,
  typed: '',
  setOpen: open => set({ open, at: Date.now(), typed: '' }),
}));

onSessionEnd(() => useSearch.setState(useSearch.getInitialState()));

/** Limit during which keys are captured for a loading search: without a connection the code may never load. */
const keysCapturedMs = 3_000;

/**
 * Captures keys pressed between the search's opening and its mounting: they are meant for its field, not for the
 * focused element.
 */
export function holdForSearch(event: KeyboardEvent): void {
  const { open, at, isThere, typed, setOpen } = useSearch.getState();
  if (open !== 'search' || isThere || Date.now() - at > keysCapturedMs) return;
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return;
  if (key === 'Escape') setOpen(null);
  else if (key === 'Backspace') useSearch.setState({ typed: typed.slice(0, -1) });
  else if (key.length === 1) useSearch.setState({ typed: typed + key });
  event.preventDefault();
  event.stopPropagation();
}
