import { limits } from '../contract/fields.ts';

const lookedAt = 2_000;
/** So many characters of a message decide its excerpt: a database need give no more of it. */
export const excerptRead = lookedAt + 1;

/** What stands between the marks of code is shown as it is typed: no quote and no link is in it. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const quoteLine = /^ {0,3}>.*(?:\n|$)/gm;
const quoteMark = /^ {0,3}>[> ]*/gm;
const gif = /!\[([^[\]\n]*)\]\(\/api\/gif\/media\?[^)\s]*(?:\)|$)/g;
const link = /\[([^[\]\n]+)\]\(\s*<?(?:https?:\/\/|mailto:)[^\s<>]*?>?\s*\)/gi;
const address = /\bhttps?:\/\/(?:www\.)?([^\s<>/?#|)\]]+)[^\s<>|)\]]*/gi;

/** Changes a text but for the code in it, which is every second part. */
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
 * What a message itself says: without what it quotes, unless it says nothing else, and without addresses; a link keeps its
 * text, an address alone the name of its site, a GIF what it is called. All other marks stay.
 */
export function ownWords(content: string): string {
  const read = firstCharacters(content, lookedAt);
  const own = outsideCode(read, text => text.replace(quoteLine, '')).trim();
  const bare = outsideCode(own || read.replace(quoteMark, ''), withoutAddresses).trim();
  return read === content ? bare : unfinished(bare);
}

/** What goes on elsewhere; what is masked in it stays so. */
function unfinished(text: string): string {
  const masks = text.match(/\|\|/g)?.length ?? 0;
  return `${text}…${masks % 2 ? '||' : ''}`;
}

/** A mention that the cut went through names nobody. */
const halfMention = /<[@#][^>\s]*$/;

/** A text of so many characters at most: a longer one ends with a word and « … ». */
export function cutAtWord(text: string, atMost: number = limits.excerpt): string {
  const first = firstCharacters(text, atMost);
  if (first === text) return text;
  const isWordEnd = /^\s/.test(text.slice(first.length));
  const words = isWordEnd ? first : first.replace(/\s+\S*$/, '');
  return unfinished(words.replace(halfMention, '').trimEnd());
}

/** As much of a message as a list shows, by one rule wherever that is. */
export const excerptOf = (content: string): string => cutAtWord(ownWords(content));
