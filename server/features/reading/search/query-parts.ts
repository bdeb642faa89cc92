import type { Meaning, Pairs } from './meaning.store.ts';
import type { Part } from './search.store.ts';
import type { Window } from './windows.ts';

/** Largest number of named places that become keys of the index. */
const placesInIndex = 16;
/**
 * Number of messages up to which one window covers all time: all of them could match, and each window costs as much in
 * the index.
 */
const smallTo = 4_000;
/** Largest scopes, searched by windows of time; smaller scopes are searched at once. */
const byStretches = { atMost: 32, messages: 1_000 };

/** Filters and windows of a search. */
export interface Looked {
  /** Whether files are searched, through their messages, by the words of their names. */
  files: boolean;
  hasFile: boolean;
  windows: Window[];
  from: number | null;
  until: number;
}

const cross = (scopes: readonly string[], words: readonly string[]): Pairs => ({
  scopes: scopes.flatMap(scope => words.map(() => scope)),
  words: scopes.flatMap(() => words),
});

function within(pairs: Pairs, scopes: ReadonlySet<string>): Pairs {
  const kept = pairs.scopes
    .map((scope, i) => [scope, pairs.words[i] as string] as const)
    .filter(([one]) => scopes.has(one));
  return { scopes: kept.map(([scope]) => scope), words: kept.map(([, word]) => word) };
}

/**
 * Chooses the scopes and windows of a search: scopes that have a word for each of its terms, small ones at once, large
 * ones by windows of time. Returns no part when nothing can match.
 */
export function partsOf(meaning: Meaning, looked: Looked): Part[] {
  const wanted = meaning.terms.filter(term => !term.without && term.query !== null);
  if (wanted.some(term => term.groups.length === 0)) return [];
  const groups = wanted
    .flatMap(term => term.groups)
    .map(({ scopes, words }) => ({ scopes, words: looked.files ? words.map(word => `A:${word}`) : words }));
  const scopes = groups.reduce((left, group) => {
    const there = new Set(group.scopes);
    return left.filter(({ scope }) => there.has(scope));
  }, meaning.scopes);
  const total = scopes.reduce((sum, { messages }) => sum + messages, 0);
  const large =
    total <= smallTo
      ? []
      : scopes.slice(0, byStretches.atMost).filter(({ messages }) => messages > byStretches.messages);
  const idsOf = (some: typeof scopes) => some.map(({ scope }) => scope);
  const [largeIds, smallIds] = [idsOf(large), idsOf(scopes.slice(large.length))];

  const groupsIn = (ids: readonly string[]): Pairs[] => {
    const these = new Set(ids);
    const { placeIds, named, senderIds } = meaning;
    return [
      ...groups.map(group => within(group, these)),
      ...(senderIds
        ? [
            cross(
              ids,
              senderIds.map(id => `S:${id}`),
            ),
          ]
        : []),
      ...(looked.files || looked.hasFile ? [cross(ids, ['F:'])] : []),
      ...(named.length > 0 && placeIds.length <= placesInIndex ? [within(placesOf(named), these)] : []),
    ];
  };
  const { windows, from, until } = looked;
  const inLarge = groupsIn(largeIds);
  // Without words, a large scope has more messages than a search may read.
  const read = windows.filter(({ marks }) => inLarge.length > 0 || marks.length > 0);
  return [
    ...(largeIds.length > 0 && read.length > 0 ? [{ scopes: largeIds, groups: inLarge, windows: read }] : []),
    ...(smallIds.length > 0
      ? [{ scopes: smallIds, groups: groupsIn(smallIds), windows: [{ marks: [], from, until }] }]
      : []),
  ];
}

const placesOf = (named: Meaning['named']): Pairs => ({
  scopes: named.map(({ scope }) => scope),
  words: named.map(({ placeId }) => `P:${placeId}`),
});
