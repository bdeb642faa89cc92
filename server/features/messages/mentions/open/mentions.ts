import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import type pg from 'pg';
import { everyoneFor } from './mentions.store.ts';

/** Targets of a message's calls, as stored. */
export interface Called {
  /** Ids of people and of roles, as written. */
  targets: readonly string[];
  /** Workspace or conversation in which it mentions everyone. */
  everyone: string | null;
}

/** Text with its author and place. */
interface Written {
  senderId: string;
  placeId: string;
  content: string;
}

const nobody: Called = { targets: [], everyone: null };

/** Adds the author replied to, once, even if the text mentions them too. */
export const alsoCalling = (
  called: Called,
  { reply_calls: author } = { reply_calls: null as string | null },
): Called =>
  author === null || called.targets.includes(author) ? called : { ...called, targets: [...called.targets, author] };

/**
 * Finds the targets of each of these messages. Queries only a sender's right to mention everyone, and only when a
 * message does: whether an id is a person's, and whether they may read the place, is decided when mentions are read.
 */
export async function calledBy(pool: pg.Pool, messages: readonly Written[]): Promise<Called[]> {
  const named = messages.map(({ content }) => namedIn(content));
  const callers = messages.filter((_, i) => named[i]?.everyone);
  const everyone = await everyoneFor(
    pool,
    callers.map(({ senderId: userId, placeId }) => ({ userId, placeId })),
  );
  return messages.map(({ senderId, placeId }, i) => {
    const { ids, everyone: wanted } = named[i] ?? { ids: [], everyone: false };
    const all = wanted ? (everyone.get(`${senderId}:${placeId}`) ?? null) : null;
    return all || ids.length > 0 ? { targets: ids.filter(id => id !== all), everyone: all } : nobody;
  });
}
