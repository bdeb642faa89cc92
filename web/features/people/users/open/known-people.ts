import type { PublicUser } from '@palabre/common/contract/people/users.ts';

/**
 * Merges an event's profile into a cached one. The event may omit the e-mail, which only some may see: the cached
 * e-mail stays.
 */
export function merged<T extends { _id: string }>(old: T, user: PublicUser): T {
  return old._id === user._id
    ? { ...old, ...user, ...('email' in old && !user.email ? { email: old.email } : {}) }
    : old;
}

/** Replaces a person in a list; null when the list does not have them. */
export function inList<T extends { _id: string }>(list: readonly T[], user: PublicUser): T[] | null {
  return list.some(one => one._id === user._id) ? list.map(one => merged(one, user)) : null;
}
