import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML. */
export const escaped = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, sign => entities[sign] as string);

/** Names of the ids that messages mention. */
export interface Called {
  person: (id: string) => string;
  channel: (id: string) => string;
}

/** Code spans and blocks, whose text is shown as typed. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const gif = /!\[([^[\]\n]*)\]\([^)\s]*\)/g;
const link = /\[([^[\]\n]+)\]\(\s*(https?:\/\/[^\s)]+|mailto:[^\s)]+)\s*\)/g;
/** Inline marks and their elements, longer marks first; bounded lengths keep the patterns fast. */
const pairs: [RegExp, string][] = [
  [/\*\*\*(?=\S)([^*\n]+?)\*\*\*/g, 'strong'],
  [/\*\*(?=\S)([^\n]{1,500}?)\*\*/g, 'strong'],
  [/(?<![\p{L}\p{N}_])__(?=\S)([^\n]{1,500}?)__(?![\p{L}\p{N}_])/gu, 'u'],
  [/~~(?=\S)([^\n]{1,500}?)~~/g, 's'],
  [/\|\|(?=\S)([\s\S]{1,500}?)\|\|/g, 'span'],
  [/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]+?)\*(?![\p{L}\p{N}*])/gu, 'em'],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]+?)_(?![\p{L}\p{N}_])/gu, 'em'],
];

/** Converts a message to HTML: marks become elements, and ids names. */
export function messageAsHtml(content: string, called: Called): string {
  return content
    .split(code)
    .map((part, i) => (i % 2 ? codeAsHtml(part) : proseAsHtml(part, called)))
    .join('');
}

function codeAsHtml(typed: string): string {
  const inside = typed.startsWith('```')
    ? typed
        .slice(3)
        .replace(/```$/, '')
        .replace(/^\w*\n/, '')
    : typed.slice(1, -1);
  return `<code>${escaped(inside)}</code>`;
}

function proseAsHtml(typed: string, called: Called): string {
  /** Finished pieces of HTML, protected from further marks by placeholders. */
  const kept: string[] = [];
  const keep = (html: string) => `\ue000${kept.push(html) - 1}\ue000`;
  let html = typed
    .replaceAll('\ue000', '')
    .replace(mentionPattern, (_all, _role, id: string | undefined, channel: string | undefined) =>
      keep(`<b>${escaped(channel ? called.channel(channel) : called.person(id ?? ''))}</b>`),
    )
    .replace(gif, (_all, words: string) => (words ? `GIF – ${words}` : 'GIF'))
    .replace(link, (_all, words: string, address: string) =>
      keep(`<a href="${escaped(address)}">${escaped(words.replace(/\*\*|~~|__/g, ''))}</a>`),
    )
    .replace(/https?:\/\/[^\s<>]+/g, address => keep(`<a href="${escaped(address)}">${escaped(address)}</a>`));
  html = escaped(html);
  for (const [pattern, tag] of pairs) html = html.replace(pattern, `<${tag}>$1</${tag}>`);
  return html
    .replace(/^#{1,6} +(.+)$/gm, '<strong>$1</strong>')
    .replace(/^ {0,3}(?:&gt; ?)+(.*)$/gm, '<q>$1</q>')
    .replace(/\ue000(\d+)\ue000/g, (_all, at: string) => kept[Number(at)] ?? '');
}
