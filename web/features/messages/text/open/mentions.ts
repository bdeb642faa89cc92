import { mentionPattern } from '@palabre/common/rules/mentions.ts';
import { withoutMarks } from '@palabre/common/rules/plain-text.ts';
import { i18n } from '../../../../platform/words/i18n.ts';

/** What is known of the people and roles a message may mention, by id. */
export type MentionNames = ReadonlyMap<string, string>;

/** The id of the channel that a stored mention names; null when it names people. */
export const mentionedChannel = (stored: string): string | null =>
  /^<#([^>]+)>$/.exec(stored)?.[1]?.toLowerCase() ?? null;

/** A stored mention as it is shown, « @Prénom Nom » or « #salon »; `unknown` when its name is not known and null is given. */
export function mentionText(stored: string, names: MentionNames): string;
export function mentionText(stored: string, names: MentionNames, unknown: null): string | null;
export function mentionText(stored: string, names: MentionNames, unknown?: null): string | null {
  const [, sign = '@', id = ''] = stored.match(/^<([@#])&?([^>]+)>$/) ?? [];
  const name = id === 'everyone' ? i18n.t('messages:everyone') : names.get(id.toLowerCase());
  if (name === undefined && unknown === null) return null;
  return sign + (name ?? i18n.t(sign === '#' ? 'messages:unknownChannel' : 'messages:unknownUser'));
}

/** How many people of one message are asked for by name: who names hundreds of them has nobody in mind. */
const namedAtMost = 50;

/** Ids of the people a message mentions, the first ones. */
export function mentionedUsers(content: string): string[] {
  if (!content.includes('<@')) return [];
  const found = [...content.matchAll(mentionPattern)].filter(([, role, id]) => role === '' && id && id !== 'everyone');
  return [...new Set(found.map(([, , id]) => (id ?? '').toLowerCase()))].slice(0, namedAtMost);
}

/** What a message says without its marks, for what only reads text; what a spoiler hides stays hidden. */
export function plainText(content: string, names: MentionNames = new Map()): string {
  const bare = content
    .replace(/\|\|[\s\S]+?\|\|/g, '█')
    .replace(mentionPattern, stored => mentionText(stored, names))
    .replace(/!\[([^[\]\n]*)\]\(\/api\/gif\/media\?[^)\s]*(?:\)|$)/g, (_gif, words: string) =>
      words ? `GIF – ${words}` : 'GIF',
    );
  return withoutMarks(bare).trim() || content.trim();
}
