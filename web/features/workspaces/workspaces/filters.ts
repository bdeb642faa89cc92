import type { WorkspaceCard } from '@palabre/common/contract/workspaces/workspaces.ts';
import { useSearchParams } from 'react-router';

/** Discovery's three filters, as the address has them; the first one is not written there. */
export const filters = ['public', 'mine', 'society'] as const;
export type Filter = (typeof filters)[number];

const parameter = 'filter';

/** The filter in the end of an address. */
export const filterIn = (search: URLSearchParams): Filter =>
  filters.find(filter => filter === search.get(parameter)) ?? 'public';

/** The filter in the address. */
export function useFilter(): Filter {
  return filterIn(useSearchParams()[0]);
}

/** The address's end that asks for a filter. */
export const searchFor = (filter: Filter) => (filter === 'public' ? '' : `?${parameter}=${filter}`);

/** The cards a filter keeps; the server has kept to one's society, as far as it knew. */
export function filterCards(cards: readonly WorkspaceCard[], filter: Filter, societyId: string | null | undefined) {
  if (filter === 'mine') return cards.filter(card => card.isMember);
  if (filter === 'society') return cards.filter(card => societyId === undefined || card.societyId === societyId);
  return cards.filter(card => !card.restricted);
}
