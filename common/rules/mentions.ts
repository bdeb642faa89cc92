import type { Message } from '../contract/messages/messages.ts';

/**
 * A mention of people, of a role or of a channel, as it is stored. Global: set `lastIndex` or
 * use `matchAll`.
 */
export const mentionPattern = /<(?:@(&?)([0-9a-f]{8}-[0-9a-f-]{27}|everyone)|#([0-9a-f]{8}-[0-9a-f-]{27}))>/gi;

/** Whom a text names: ids of people and of roles, and whether it names everyone. */
export interface Named {
  ids: string[];
  everyone: boolean;
}

/** An id, in small letters. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What stands between the marks of code is shown as it is typed: it names nobody. Read by PostgreSQL too, which finds the longest. */
export const codePattern = /```(?:(?!```)[\s\S])*(?:```|$)|`[^`\n]*`/g;

/** Whom a message names, each once. The index of the search reads it by the same patterns. */
export function namedIn(content: string): Named {
  if (!content.includes('<@')) return { ids: [], everyone: false };
  const found = [...content.replace(codePattern, '').matchAll(mentionPattern)].flatMap(
    ([, , id]) => id?.toLowerCase() ?? [],
  );
  return { ids: [...new Set(found)].filter(id => uuidPattern.test(id)), everyone: found.includes('everyone') };
}

/** Whether a message calls this person: by name, by a role of theirs, with everyone, or as an answer to theirs. */
export function isCalled(
  { content, mentionsEveryone, replyTo }: Pick<Message, 'content' | 'mentionsEveryone' | 'replyTo'>,
  userId: string,
  roleIds: ReadonlySet<string>,
): boolean {
  if (mentionsEveryone || replyTo?.calls === userId) return true;
  return namedIn(content).ids.some(id => id === userId || roleIds.has(id));
}
