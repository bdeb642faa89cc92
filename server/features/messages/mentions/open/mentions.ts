import { namedIn } from '@palabre/common/rules/mentions.ts';
import type pg from 'pg';
import { everyoneFor } from './mentions.store.ts';

/** Whom a message calls, as it is stored. */
export interface Called {
  /** Ids of people and of roles, as they were written. */
  targets: readonly string[];
  /** The workspace or conversation in which it calls everyone. */
  everyone: string | null;
}

/** What is written by whom, and where. */
interface Written {
  senderId: string;
  placeId: string;
  content: string;
}

const nobody: Called = { targets: [], everyone: null };

/** The same, with who wrote what the message answers: called once, whatever else names them. */
export const alsoCalling = (
  called: Called,
  { reply_calls: author } = { reply_calls: null as string | null },
): Called =>
  author === null || called.targets.includes(author) ? called : { ...called, targets: [...called.targets, author] };

/**
 * Whom each of these messages calls. The database is asked only who may call everyone, and only of those who do: whether
 * a name is anybody's, and whether they may read the place, is asked whenever a mention is read.
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
