import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { folded } from '../../common/rules/folded.ts';
import { asShortcode } from '../../common/rules/messages/emoji.ts';

/** An emoji of `emoji-picker-element-data`, with the fields about its names. */
export interface EmojiData {
  emoji: string;
  annotation: string;
  shortcodes?: string[];
  tags?: string[];
  version: number;
  skins?: { version: number }[];
}

type Language = 'fr' | 'en';

/** Emoji version that the font draws (`styles/emoji.css`); later emoji and skin tones are not offered. */
const drawn = 15.1;

const need = createRequire(import.meta.url);
const read = (path: string): EmojiData[] =>
  JSON.parse(readFileSync(need.resolve(`emoji-picker-element-data/${path}/data.json`), 'utf8'));

/** Data files with the names of each language: its own names first, then names that other applications have made usual. */
const sources: Record<Language, readonly string[]> = {
  fr: ['fr/cldr'],
  en: ['en/emojibase', 'en/iamcal', 'en/cldr'],
};

/** Short French names, for emoji whose data have a whole sentence. */
const usual: Record<string, string> = {
  coeur: '❤️',
  pouce: '👍',
  bravo: '👏',
  merci: '🙏',
  fete: '🎉',
  rire: '😂',
  mdr: '😂',
  clin_doeil: '😉',
  sourire: '🙂',
  triste: '😢',
  yeux: '👀',
  muscle: '💪',
  biere: '🍺',
  gateau: '🎂',
  soleil: '☀️',
  etoile: '⭐',
};

const bare = (emoji: string) => emoji.replaceAll('\uFE0F', '');

function namesIn(language: Language): Map<string, { shortcodes: string[]; tags: string[] }> {
  const names = new Map<string, { shortcodes: string[]; tags: string[] }>();
  for (const source of sources[language]) {
    for (const { emoji, annotation, shortcodes = [], tags = [] } of read(source)) {
      const known = names.get(bare(emoji)) ?? { shortcodes: [], tags: [] };
      known.shortcodes.push(...shortcodes.map(asShortcode), asShortcode(annotation));
      known.tags.push(...tags, annotation);
      names.set(bare(emoji), known);
    }
  }
  if (language === 'fr')
    for (const [name, emoji] of Object.entries(usual)) names.get(bare(emoji))?.shortcodes.push(name);
  return names;
}

/**
 * Returns the emoji with their names in both languages, the given language first. Shortcodes are folded (no accents),
 * and search words are given with and without accents. A shortcode stands for a single emoji; the given language wins.
 */
export function emojiIn(language: Language): EmojiData[] {
  const [own, other] = [namesIn(language), namesIn(language === 'fr' ? 'en' : 'fr')];
  const taken = new Map<string, string>();
  for (const names of [own, other])
    for (const [emoji, { shortcodes }] of names)
      for (const name of shortcodes) if (name !== '' && !taken.has(name)) taken.set(name, emoji);
  const offered = read(sources[language][0] ?? '').filter(({ version }) => version <= drawn);
  return offered.map(data => {
    const key = bare(data.emoji);
    const all = [own.get(key), other.get(key)].flatMap(names => names ?? []);
    const shortcodes = [...new Set(all.flatMap(names => names.shortcodes))].filter(name => taken.get(name) === key);
    const words = all.flatMap(({ tags }) => tags);
    const skins = data.skins?.filter(({ version }) => version <= drawn);
    return { ...data, ...(skins && { skins }), shortcodes, tags: [...new Set([...words, ...words.map(folded)])] };
  });
}

const asked = /emoji-picker-element-data\/(fr|en)\/\w+\/data\.json\?url$/;

/** Replaces a language's emoji data, as the page imports them, with data that have the names of both languages. */
export function emojiData(): Plugin {
  let isServed = false;
  return {
    name: 'emoji-data',
    enforce: 'pre',
    configResolved({ command }) {
      isServed = command === 'serve';
    },
    configureServer({ middlewares }) {
      middlewares.use('/emoji', ({ url }, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(emojiIn(url === '/en.json' ? 'en' : 'fr')));
      });
    },
    load(id) {
      const language = asked.exec(id)?.[1];
      if (language !== 'fr' && language !== 'en') return null;
      if (isServed) return `export default '/emoji/${language}.json'`;
      const source = JSON.stringify(emojiIn(language));
      return `export default import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'data.json', source })}`;
    },
  };
}
