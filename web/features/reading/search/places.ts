import type { Conversation } from '@palabre/common/contract/conversations.ts';
import type { Visibility } from '@palabre/common/contract/workspaces/channels.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import { paths } from '../../../platform/address/paths.ts';

/** A channel or conversation that one may go to. */
export interface PlaceEntry {
  id: string;
  title: string;
  /** Of a channel. */
  workspace: { id: string; title: string } | null;
  visibility: Visibility | null;
  conversation: Conversation | null;
}

export const pathOf = ({ id, workspace }: Pick<PlaceEntry, 'id' | 'workspace'>): string =>
  workspace ? paths.channel(workspace.id, id) : paths.conversation(id);

const wordsOf = (query: string) => folded(query.replace(/^[#@]/, '')).split(/\s+/);

/** Whether a name holds all words that are typed. */
export function holds(name: string, query: string): boolean {
  const all = folded(name);
  return wordsOf(query).every(word => all.includes(word));
}

/** Those whose title holds all words, those that begin with them first; behind « # » channels alone, behind « @ » people. */
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
