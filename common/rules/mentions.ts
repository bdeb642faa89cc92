/**
 * A mention of people, of a role or of a channel, as it is stored (contract.md, « Messages »). Global: set `lastIndex` or
 * use `matchAll`.
 */
export const mentionPattern = /<(?:@(&?)([0-9a-f]{8}-[0-9a-f-]{27}|everyone)|#([0-9a-f]{8}-[0-9a-f-]{27}))>/gi;

/** Whom a text names: ids of people and of roles, and whether it names everyone. */
export interface Named {
  ids: string[];
  everyone: boolean;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What stands between the marks of code is shown as it is typed: it names nobody. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** Whom a message names, each once. */
export function namedIn(content: string): Named {
  if (!content.includes('<@')) return { ids: [], everyone: false };
  const found = [...content.replace(code, '').matchAll(mentionPattern)].flatMap(([, , id]) => id?.toLowerCase() ?? []);
  return { ids: [...new Set(found)].filter(id => uuid.test(id)), everyone: found.includes('everyone') };
}

/** Whether a message calls this person: by name, by a role of theirs, or with everyone. */
export function isCalled(
  { content, mentionsEveryone }: { content: string; mentionsEveryone?: boolean | undefined },
  userId: string,
  roleIds: ReadonlySet<string>,
): boolean {
  if (mentionsEveryone) return true;
  return namedIn(content).ids.some(id => id === userId || roleIds.has(id));
}
