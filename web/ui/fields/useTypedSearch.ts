import { useState } from 'react';
import { useDebounced } from './useDebounced.ts';

/** Current search, and whether a newer text is typed but not searched yet. */
export interface Searched {
  search: string;
  isTyping: boolean;
}

/** Holds a search field: its text, the debounced search, and whether a newer search is still to come. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  return { typed, setTyped, search, isTyping: typed.trim() !== search };
}
