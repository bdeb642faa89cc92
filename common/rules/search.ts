import { folded } from './folded.ts';

/** A word, or several in this order, that messages must hold; or must not. */
export interface SearchTerm {
  text: string;
  phrase: boolean;
  without: boolean;
}

/** What a search asks for, as it was typed. */
export interface SearchAsked {
  terms: SearchTerm[];
  /** Who wrote it, by name; any of them. */
  from: string[];
  /** Where it stands, by title or name; any of them. */
  in: string[];
  /** Written before this day, and from this day on: `2026-11-22`. */
  before: string | null;
  after: string | null;
  hasFile: boolean;
}

/** What each filter is called: in French first, blind to case and accents. */
const filters = {
  de: 'from',
  from: 'from',
  dans: 'in',
  in: 'in',
  avant: 'before',
  before: 'before',
  apres: 'after',
  after: 'after',
  a: 'has',
  has: 'has',
} as const;

const termsAtMost = 10;

/** A filter that narrows to nothing: nobody and no place that the person sees is called so, or it is no day. */
export interface UnmatchedFilter {
  filter: 'from' | 'in' | 'before' | 'after';
  /** As it was typed. */
  value: string;
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && year < 3_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * A day as people write it: 2026-11-22, 22/11/2026, 22/11, hier, aujourd’hui.
 * @param today its UTC date is the day it is where they are
 * @returns as `2026-11-22`, or null when it is none
 */
export function searchedDay(written: string, today: Date): string | null {
  const word = folded(written);
  if (word === "aujourd'hui" || word === 'today') return dayOf(today);
  if (word === 'hier' || word === 'yesterday') return dayOf(new Date(today.getTime() - 86_400_000));
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
  const french = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?$/.exec(word);
  const parts = iso
    ? iso.slice(1).map(Number)
    : french && [Number(french[3] ?? today.getUTCFullYear()), Number(french[2]), Number(french[1])];
  if (!parts) return null;
  const [year = 0, month = 0, day = 0] = parts;
  return isDay(year, month, day) ? dayOf(new Date(Date.UTC(year, month - 1, day))) : null;
}

const pieces = /(-?)(?:([\p{L}]+):)?(?:"([^"]*)"?|«\s*([^»]*?)\s*»|([^\s"«]+))/gu;

const filterOf = (name: string | undefined) =>
  name === undefined ? undefined : filters[folded(name) as keyof typeof filters];

/** Whether this is a filter of which nothing but the name has been typed yet: no word either. */
const isBegun = (value: string): boolean => value.endsWith(':') && Object.hasOwn(filters, folded(value.slice(0, -1)));

/**
 * Reads what someone typed in the field of the search: words, « words together » between quotes, -words that must not be there,
 * and filters (`de:karim dans:"chantier nord" avant:22/11/2026 après:hier a:fichier`). What is no filter is a word.
 * @param today its UTC date is the day it is where they are
 */
export function readSearch(typed: string, today: Date): SearchAsked {
  const asked: SearchAsked = { terms: [], from: [], in: [], before: null, after: null, hasFile: false };
  for (const [whole, minus, name, quoted, french, bare] of typed.matchAll(pieces)) {
    const value = (quoted ?? french ?? bare ?? '').trim();
    if (value === '' || isBegun(value)) continue;
    const filter = filterOf(name);
    if (filter === 'from') asked.from.push(value.replace(/^@/, ''));
    else if (filter === 'in') asked.in.push(value.replace(/^#/, ''));
    else if (filter === 'has' && /^(fichiers?|files?)$/.test(folded(value))) asked.hasFile = true;
    else {
      const day = filter === 'before' || filter === 'after' ? searchedDay(value, today) : null;
      if (day && filter === 'before') asked.before = day;
      else if (day) asked.after = day;
      else if (asked.terms.length < termsAtMost) {
        const phrase = quoted !== undefined || french !== undefined;
        const text = name === undefined ? value : whole.slice((minus ?? '').length).replaceAll('"', '');
        asked.terms.push({ text, phrase, without: minus === '-' });
      }
    }
  }
  return asked;
}

/**
 * The filters by day that name none (`avant:bientôt`), which are looked for as words.
 * @param today its UTC date is the day it is where they are
 */
export function wrongDays(typed: string, today: Date): UnmatchedFilter[] {
  return [...typed.matchAll(pieces)].flatMap(([, , name, quoted, french, bare]) => {
    const filter = filterOf(name);
    const value = (quoted ?? french ?? bare ?? '').trim();
    const isWrong = (filter === 'before' || filter === 'after') && value !== '' && !searchedDay(value, today);
    return isWrong ? [{ filter, value }] : [];
  });
}

/** Whether it asks for words, and not only for what filters say. */
export const asksWords = ({ terms }: SearchAsked): boolean => terms.some(term => !term.without);

/** Whether it asks for anything at all. */
export const asksSomething = (asked: SearchAsked): boolean =>
  asksWords(asked) ||
  asked.from.length > 0 ||
  asked.in.length > 0 ||
  asked.hasFile ||
  asked.before !== null ||
  asked.after !== null;
