import type { Message } from '../../contract/messages/messages.ts';

/** Matches a stored mention of a person, a role, everyone or a channel. It is global: set `lastIndex` or use `matchAll`. */
export const mentionPattern = /<(?:@(&?)([0-9a-f]{8}-[0-9a-f-]{27}|everyone)|#([0-9a-f]{8}-[0-9a-f-]{27}))>/gi;

/** Mentions of a text: ids of people and roles, and whether it mentions everyone. */
export interface Named {
  ids: string[];
  everyone: boolean;
}

/** Matches an id in lower case. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Matches code, which is shown as typed, so that it mentions nobody. PostgreSQL uses the same pattern; since it matches the
 * longest text, the pattern has no lazy quantifiers.
 */
export const codePattern = /```(?:(?!```)[\s\S])*(?:```|$)|`[^`\n]*`/g;

/** Finds a message's mentions, each once. The search index uses the same patterns. */
export function namedIn(content: string): Named {
  if (!content.includes('<@')) return { ids: [], everyone: false };
  const found = [...content.replace(codePattern, '').matchAll(mentionPattern)].flatMap(
    ([, , id]) => id?.toLowerCase() ?? [],
  );
  return { ids: [...new Set(found)].filter(id => uuidPattern.test(id)), everyone: found.includes('everyone') };
}

/**
 * Tells whether a message mentions a person: by name, by a role of theirs, by everyone, or as an answer to their message.
 */
export function isCalled(
  { content, mentionsEveryone, replyTo }: Pick<Message, 'content' | 'mentionsEveryone' | 'replyTo'>,
  userId: string,
  roleIds: ReadonlySet<string>,
): boolean {
  if (mentionsEveryone || replyTo?.calls === userId) return true;
  return namedIn(content).ids.some(id => id === userId || roleIds.has(id));
}
