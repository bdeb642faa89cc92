import { mentionPattern } from '@palabre/common/rules/messages/mentions.ts';
import { withoutMarks } from '@palabre/common/rules/messages/plain-text.ts';
import { i18n } from '../../../../platform/words/i18n.ts';

/** Names of the mentioned people, roles and channels, by id. */
export type MentionNames = ReadonlyMap<string, string>;

/** Returns the channel id of a stored mention; null for a mention of people. */
export const mentionedChannel = (stored: string): string | null =>
  /^<#([^>]+)>$/.exec(stored)?.[1]?.toLowerCase() ?? null;

/**
 * Converts a stored mention to its displayed form, « @Prénom Nom » or « #salon »; an unknown name gives a placeholder,
 * or null if `unknown` is null.
 */
export function mentionText(stored: string, names: MentionNames): string;
export function mentionText(stored: string, names: MentionNames, unknown: null): string | null;
export function mentionText(stored: string, names: MentionNames, unknown?: null): string | null {
  const [, sign = '@', id = ''] = stored.match(/^<([@#])&?([^>]+)>$/) ?? [];
  const name = id === 'everyone' ? i18n.t('messages:everyone') : names.get(id.toLowerCase());
  if (name === undefined && unknown === null) return null;
  return sign + (name ?? i18n.t(sign === '#' ? 'messages:unknownChannel' : 'messages:unknownUser'));
}

/** Maximum of people named in one message. */
const maxNamed = 50;

/** Returns the ids of the first people that a message mentions. */
export function mentionedUsers(content: string): string[] {
  if (!content.includes('<@')) return [];
  const found = [...content.matchAll(mentionPattern)].filter(([, role, id]) => role === '' && id && id !== 'everyone');
  return [...new Set(found.map(([, , id]) => (id ?? '').toLowerCase()))].slice(0, maxNamed);
}

/** Converts a content to plain text: no markup, mentions as names, spoilers hidden. */
export function plainText(content: string, names: MentionNames = new Map()): string {
  const bare = content
    .replace(/\|\|[\s\S]+?\|\|/g, '█')
    .replace(mentionPattern, stored => mentionText(stored, names))
    .replace(/!\[([^[\]\n]*)\]\(\/api\/gif\/media\?[^)\s]*(?:\)|$)/g, (_gif, words: string) =>
      words ? `GIF – ${words}` : 'GIF',
    );
  return withoutMarks(bare).trim() || content.trim();
}
