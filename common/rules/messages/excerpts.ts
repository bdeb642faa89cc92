import { limits } from '../../contract/fields.ts';

const lookedAt = 2_000;
/** Number of a message's characters that decide its excerpt, so that a query need read no more. */
export const excerptRead = lookedAt + 1;

/** Matches code spans and blocks, which are shown as typed: they contain no quotes and no links. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const quoteLine = /^ {0,3}>.*(?:\n|$)/gm;
const quoteMark = /^ {0,3}>[> ]*/gm;
const gif = /!\[([^[\]\n]*)\]\(\/api\/gif\/media\?[^)\s]*(?:\)|$)/g;
const link = /\[([^[\]\n]+)\]\(\s*<?(?:https?:\/\/|mailto:)[^\s<>]*?>?\s*\)/gi;
const address = /\bhttps?:\/\/(?:www\.)?([^\s<>/?#|)\]]+)[^\s<>|)\]]*/gi;

/** Applies a change to a text outside its code; `split` puts the code in every second part. */
const outsideCode = (content: string, change: (text: string) => string): string =>
  content
    .split(code)
    .map((part, i) => (i % 2 ? part : change(part)))
    .join('');

const withoutAddresses = (text: string): string =>
  text
    .replace(gif, (_gif, words: string) => (words ? `GIF – ${words}` : 'GIF'))
    .replace(link, '$1')
    .replace(address, '$1');

const firstCharacters = (text: string, count: number): string =>
  text.length <= count ? text : [...text].slice(0, count).join('');

/**
 * Returns a message's own words: without quotes, unless there is nothing else, and without URLs. A link keeps its text, a
 * bare URL its site's name, a GIF its description. All other Markdown stays.
 */
export function ownWords(content: string): string {
  const read = firstCharacters(content, lookedAt);
  const own = outsideCode(read, text => text.replace(quoteLine, '')).trim();
  const bare = outsideCode(own || read.replace(quoteMark, ''), withoutAddresses).trim();
  return read === content ? bare : unfinished(bare);
}

/** Appends « … » to a cut text, and closes an open spoiler (`||`), so that the text stays masked. */
function unfinished(text: string): string {
  const masks = text.match(/\|\|/g)?.length ?? 0;
  return `${text}…${masks % 2 ? '||' : ''}`;
}

/** Matches a mention cut in two at the end of a text. */
const halfMention = /<[@#][^>\s]*$/;

/** Cuts a text to `atMost` characters, at the end of a word, and appends « … ». */
export function cutAtWord(text: string, atMost: number = limits.excerpt): string {
  const first = firstCharacters(text, atMost);
  if (first === text) return text;
  const isWordEnd = /^\s/.test(text.slice(first.length));
  const words = isWordEnd ? first : first.replace(/\s+\S*$/, '');
  return unfinished(words.replace(halfMention, '').trimEnd());
}

/** Returns a message's excerpt, the same in all lists. */
export const excerptOf = (content: string): string => cutAtWord(ownWords(content));
