import { folded } from '../folded.ts';

/** Word or phrase that messages must contain, or with `without` must not contain. */
export interface SearchTerm {
  text: string;
  phrase: boolean;
  without: boolean;
}

/** A parsed search query. */
export interface SearchAsked {
  terms: SearchTerm[];
  /** Names of senders; a message may have any of them. */
  from: string[];
  /** Titles or names of places; a message may be in any of them. */
  in: string[];
  /** Days (`2026-11-22`): messages written before `before`, and on or after `after`. */
  before: string | null;
  after: string | null;
  hasFile: boolean;
}

/** Names of the filters, in French and English, without case and accents. */
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

/** A filter that matches nothing: the person sees no person or place of that name, or the value is no day. */
export interface UnmatchedFilter {
  filter: 'from' | 'in' | 'before' | 'after';
  /** Value as typed. */
  value: string;
}

const isDay = (year: number, month: number, day: number): boolean => {
  // A day that its month does not have falls in another month.
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1970 && year < 3_000 && date.getUTCMonth() === month - 1;
};

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Parses a typed day: 2026-11-22, 22/11/2026, 22/11, hier, aujourd’hui.
 * @param today a date whose UTC day is the current day in the person's time zone
 * @returns the day as `2026-11-22`, or null if it is none
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

/** Tells whether a word is a filter without its value yet (« de: »), which is ignored. */
const isBegun = (value: string): boolean => value.endsWith(':') && Object.hasOwn(filters, folded(value.slice(0, -1)));

/**
 * Parses a search query: words, phrases in quotes, excluded words (`-word`), and filters
 * (`de:karim dans:"chantier nord" avant:22/11/2026 après:hier a:fichier`). An unknown filter is a word.
 * @param today a date whose UTC day is the current day in the person's time zone
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
 * Lists the day filters without a valid day (`avant:bientôt`), which are searched as words.
 * @param today a date whose UTC day is the current day in the person's time zone
 */
export function wrongDays(typed: string, today: Date): UnmatchedFilter[] {
  return [...typed.matchAll(pieces)].flatMap(([, , name, quoted, french, bare]) => {
    const filter = filterOf(name);
    const value = (quoted ?? french ?? bare ?? '').trim();
    const isWrong = (filter === 'before' || filter === 'after') && value !== '' && !searchedDay(value, today);
    return isWrong ? [{ filter, value }] : [];
  });
}

/** Tells whether a query has words to find, beside filters and excluded words. */
export const asksWords = ({ terms }: SearchAsked): boolean => terms.some(term => !term.without);

/** Tells whether a query asks for anything: excluded words alone do not count. */
export const asksSomething = (asked: SearchAsked): boolean =>
  asksWords(asked) ||
  asked.from.length > 0 ||
  asked.in.length > 0 ||
  asked.hasFile ||
  asked.before !== null ||
  asked.after !== null;
