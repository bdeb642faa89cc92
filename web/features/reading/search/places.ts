import type { Conversation } from '@palabre/common/contract/conversations.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { paths } from '../../../platform/address/paths.ts';

/** Channel or conversation that the user may open. */
export interface PlaceEntry {
  id: string;
  title: string;
  /** Workspace of a channel; null for a conversation. */
  workspace: { id: string; title: string } | null;
  visibility: Visibility | null;
  conversation: Conversation | null;
}

/** Returns the path of a place. */
export const pathOf = ({ id, workspace }: Pick<PlaceEntry, 'id' | 'workspace'>): string =>
  workspace ? paths.channel(workspace.id, id) : paths.conversation(id);

const wordsOf = (query: string) => folded(query.replace(/^[#@]/, '')).split(/\s+/);

/** Tells whether a name contains every word of the query. */
export function holds(name: string, query: string): boolean {
  const all = folded(name);
  return wordsOf(query).every(word => all.includes(word));
}

/** Filters places by the words of the query, best matches first; « # » keeps channels only, « @ » conversations. */
export function matching(places: readonly PlaceEntry[], query: string, atMost: number): PlaceEntry[] {
  const sign = /^[#@]/.exec(query)?.[0];
  const words = wordsOf(query);
  const nearness = ({ title, workspace }: PlaceEntry) => {
    if (sign && (sign === '#') !== (workspace !== null)) return -1;
    if (!holds(`${title} ${workspace?.title ?? ''}`, query)) return -1;
    const own = folded(title);
    return own.startsWith(words[0] ?? '') ? 0 : own.includes(words[0] ?? '') ? 1 : 2;
  };
  return places
    .map(place => ({ place, nearness: nearness(place) }))
    .filter(one => one.nearness >= 0)
    .sort((a, b) => a.nearness - b.nearness)
    .map(one => one.place)
    .slice(0, atMost);
}
