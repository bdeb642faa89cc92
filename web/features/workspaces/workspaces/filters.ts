import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useSearchParams } from 'react-router';

/** Filters of discovery, as the address names them; the address omits the default filter. */
export const filters = ['public', 'mine', 'society'] as const;

/** Filter of discovery. */
export type Filter = (typeof filters)[number];

const parameter = 'filter';

/** Reads the filter of a query string. */
export const filterIn = (search: URLSearchParams): Filter =>
  filters.find(filter => filter === search.get(parameter)) ?? 'public';

/** Reads the filter of the address. */
export function useFilter(): Filter {
  return filterIn(useSearchParams()[0]);
}

/** Returns the query string of a filter. */
export const searchFor = (filter: Filter) => (filter === 'public' ? '' : `?${parameter}=${filter}`);

/** Filters workspace cards; the server has already filtered by the society that it knows of. */
export function filterCards(cards: readonly WorkspaceCard[], filter: Filter, societyId: string | null | undefined) {
  if (filter === 'mine') return cards.filter(card => card.isMember);
  if (filter === 'society') return cards.filter(card => societyId === undefined || card.societyId === societyId);
  return cards.filter(card => !card.restricted);
}
