import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { asShortcode } from '../../common/rules/emoji.ts';
import { folded } from '../../common/rules/folded.ts';

/** An emoji as `emoji-picker-element-data` has it, as far as its names go. */
export interface EmojiData {
  emoji: string;
  annotation: string;
  shortcodes?: string[];
  tags?: string[];
  version: number;
  skins?: { version: number }[];
}

type Language = 'fr' | 'en';

/** What the font draws (`styles/emoji.css`): nothing else is offered, no colour of skin either. */
const drawn = 15.1;

const need = createRequire(import.meta.url);
const read = (path: string): EmojiData[] =>
  JSON.parse(readFileSync(need.resolve(`emoji-picker-element-data/${path}/data.json`), 'utf8'));

/** Of each language its own names first, then those that other places have made usual. */
const sources: Record<Language, readonly string[]> = {
  fr: ['fr/cldr'],
  en: ['en/emojibase', 'en/iamcal', 'en/cldr'],
};

/** What people write in French, where the data have a whole sentence. */
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
 * The emoji with their names in both languages, those of the given one first; names between colons are folded, words also.
 * A name means one emoji: in the given language, if it means one there.
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

/** Has the page fetch, in the place of one language's data of emoji, those with the names of both. */
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
