import { useState } from 'react';
import { useDebounced } from './useDebounced.ts';

/** What is searched, and whether something else is typed that is still to be searched. */
export interface Searched {
  search: string;
  isTyping: boolean;
}

/** Holds what is typed in a search: the text itself, what is searched once it settles, and whether that is still to come. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  return { typed, setTyped, search, isTyping: typed.trim() !== search };
}
