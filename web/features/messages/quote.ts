import { mentionPattern } from '@palabre/common/rules/mentions.ts';
import { type MentionNames, mentionText } from './text/mentions.ts';

/** As much of a message as a quote of it shows. */
const shown = { lines: 6, characters: 400 };

const escaped = (name: string) => name.replace(/[\\`*_~|<>[\]()#!]/g, '\\$&');

/** What a message itself says, without what it quotes in turn. */
function ownWords(content: string): string {
  const lines = content.split('\n');
  const own = lines
    .slice(
      Math.max(
        0,
        lines.findIndex(line => !line.startsWith('>')),
      ),
    )
    .join('\n')
    .trim();
  return own || content.trim();
}

/** Marks that were opened before the cut are closed again: what was hidden stays so, and code ends. */
function closed(text: string): string {
  const fences = text.match(/^\s*```/gm)?.length ?? 0;
  const spoilers = text.match(/\|\|/g)?.length ?? 0;
  return `${text}${spoilers % 2 ? '||' : ''}${fences % 2 ? '\n```' : ''}`;
}

/** A GIF whose address is cut shows nothing: what it is called stands for it. */
const cutGif = /!\[([^[\]\n]*)(?:\](?:\([^)\n]*)?)?$/;
const namedGif = (_gif: string, words: string) => (words ? `GIF – ${words}` : 'GIF');

interface Quoted {
  content: string;
  /** The names of its files: all there is to quote of a message without words. */
  files: readonly string[];
  author: string;
  address: string;
}

/**
 * A message quoted in an answer to it: its author, who leads to it, and its first lines. Whom it mentions is not called
 * again.
 */
export function quoted({ content, files, author, address }: Quoted, names: MentionNames): string {
  const text =
    ownWords(content).replace(mentionPattern, stored => mentionText(stored, names)) || files.map(escaped).join('\n');
  const first = text.split('\n').slice(0, shown.lines).join('\n').slice(0, shown.characters).trimEnd();
  const said = closed(first === text ? text : `${first.replace(/\p{Surrogate}$/u, '').replace(cutGif, namedGif)}…`);
  return [`[${escaped(author)}](${address})`, ...said.split('\n')].map(line => `> ${line}`.trimEnd()).join('\n');
}
