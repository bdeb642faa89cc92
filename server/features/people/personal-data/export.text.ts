import { mentionPattern } from '@palabre/common/rules/mentions.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML that says nothing but it. */
export const escaped = (text: unknown): string =>
  String(text ?? '').replace(/[&<>"']/g, sign => entities[sign] as string);

/** What ids that messages mention are called. */
export interface Called {
  person: (id: string) => string;
  channel: (id: string) => string;
}

/** What stands between the marks of code is shown as it was typed. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const gif = /!\[([^[\]\n]*)\]\([^)\s]*\)/g;
const link = /\[([^[\]\n]+)\]\(\s*(https?:\/\/[^\s)]+|mailto:[^\s)]+)\s*\)/g;
/** Marks in pairs and the element that each is, the longer ones first; what they stand around is not without end. */
const pairs: [RegExp, string][] = [
  [/\*\*\*(?=\S)([^*\n]+?)\*\*\*/g, 'strong'],
  [/\*\*(?=\S)([^\n]{1,500}?)\*\*/g, 'strong'],
  [/(?<![\p{L}\p{N}_])__(?=\S)([^\n]{1,500}?)__(?![\p{L}\p{N}_])/gu, 'u'],
  [/~~(?=\S)([^\n]{1,500}?)~~/g, 's'],
  [/\|\|(?=\S)([\s\S]{1,500}?)\|\|/g, 'span'],
  [/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]+?)\*(?![\p{L}\p{N}*])/gu, 'em'],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]+?)_(?![\p{L}\p{N}_])/gu, 'em'],
];

/** A message as HTML: its marks as what they mean, names in place of ids. */
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
  /** Names and addresses are no place for marks: each is put back once those are read. */
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
