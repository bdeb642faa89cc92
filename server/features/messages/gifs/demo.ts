import type { Gif, GifTag } from '@palabre/common/contract/messages/gifs.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import type { Language } from '../../../platform/http/errors.ts';
import { draw, type Mood, pictureHeight, pictureWidth } from './drawings.ts';
import { searchPath } from './provider.ts';

/** Categories of the drawings: their search words, their mood and their descriptions. */
const categories: readonly { term: string; mood: Mood; words: string; fr: string; en: string }[] = [
  {
    term: 'sleepy',
    mood: 'sleepy',
    words: 'dormir sommeil fatigue nuit dodo',
    fr: 'L’arbre s’endort',
    en: 'The tree falls asleep',
  },
  { term: 'hello', mood: 'hello', words: 'bonjour salut coucou bienvenue', fr: 'L’arbre salue', en: 'The tree waves' },
  {
    term: 'hugs',
    mood: 'hugs',
    words: 'calin bras amour coeur',
    fr: 'L’arbre ouvre les bras',
    en: 'The tree opens its arms',
  },
  {
    term: 'ok',
    mood: 'ok',
    words: 'd’accord oui valide parfait bien',
    fr: 'L’arbre est d’accord',
    en: 'The tree agrees',
  },
  {
    term: 'please',
    mood: 'please',
    words: 's’il te plait vous priere stp svp',
    fr: 'L’arbre demande gentiment',
    en: 'The tree asks nicely',
  },
  {
    term: 'thank you',
    mood: 'thanks',
    words: 'merci thanks bravo',
    fr: 'L’arbre remercie',
    en: 'The tree says thank you',
  },
  {
    term: 'miss you',
    mood: 'miss',
    words: 'manque triste larme seul',
    fr: 'L’arbre est triste',
    en: 'The tree is sad',
  },
  { term: 'wink', mood: 'wink', words: 'clin d’oeil complice', fr: 'L’arbre fait un clin d’œil', en: 'The tree winks' },
  {
    term: 'whatever',
    mood: 'whatever',
    words: 'bof peu importe ennui',
    fr: 'L’arbre hausse les épaules',
    en: 'The tree shrugs',
  },
  {
    term: 'hungry',
    mood: 'hungry',
    words: 'faim manger midi dejeuner',
    fr: 'L’arbre a faim',
    en: 'The tree is hungry',
  },
  { term: 'dance', mood: 'dance', words: 'danse fete musique joie', fr: 'L’arbre danse', en: 'The tree dances' },
  {
    term: 'annoyed',
    mood: 'annoyed',
    words: 'enerve agace fache colere',
    fr: 'L’arbre est agacé',
    en: 'The tree is annoyed',
  },
];

/** Backgrounds of each mood: day and night. */
const grounds = ['1', '2'] as const;

const nameOf = (term: string, ground: string) => `${term.replaceAll(' ', '-')}-${ground}`;
const addressOf = (name: string) => `/api/gif/media?demo=${name}`;
const wordsOf = (text: string) =>
  folded(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Searches Palabre's own drawings; returns only matching ones, or all of them without a match. */
export function demoSearch(q: string, limit: number, language: Language): Gif[] {
  const wanted = wordsOf(q);
  const fits = ({ term, words, fr }: (typeof categories)[number]): boolean => {
    const known = wordsOf(`${term} ${words} ${fr}`);
    return wanted.some(word => known.some(one => one === word || (word.length > 2 && one.startsWith(word))));
  };
  const first = categories.filter(fits);
  const found = first.length > 0 ? first : categories;
  return grounds
    .flatMap(ground =>
      found.map(({ term, fr, en }): Gif => {
        const media = { url: addressOf(nameOf(term, ground)), dims: [pictureWidth, pictureHeight] };
        return { content_description: language === 'en' ? en : fr, media_formats: { gif: media, tinygif: media } };
      }),
    )
    .slice(0, limit);
}

/** Lists the twelve categories shown without a provider. */
export const demoCategories = (): GifTag[] =>
  categories.map(({ term }) => ({
    searchterm: term,
    path: searchPath(term),
    image: addressOf(nameOf(term, '1')),
    name: `#${term}`,
  }));

/** Draws a picture by the name in its address; undefined for an unknown name. */
export function demoPicture(name: string): string | undefined {
  for (const { term, mood } of categories) {
    for (const ground of grounds) if (nameOf(term, ground) === name) return draw(mood, ground === '2');
  }
  return undefined;
}
