import type { PublicUser, Sender } from '@palabre/common/contract/people/users.ts';

/** Returns a person as the author that messages carry, with the mark of a guest. */
export const senderOf = ({ _id, firstName, lastName, avatar, guest }: PublicUser): Sender => ({
  ...{ _id, firstName, lastName, avatar },
  ...(guest && { guest }),
});

/**
 * Merges an event's profile into a cached one. The event may omit the e-mail, which only some may see: the cached
 * e-mail stays. An open account has no mark of a suspension.
 */
export function merged<T extends { _id: string }>(old: T, user: PublicUser): T {
  if (old._id !== user._id) return old;
  const next = { ...old, ...user, ...('email' in old && !user.email ? { email: old.email } : {}) };
  if (!user.suspended) delete next.suspended;
  return next;
}

/** Replaces a person in a list; null when the list does not have them. */
export function inList<T extends { _id: string }>(list: readonly T[], user: PublicUser): T[] | null {
  return list.some(one => one._id === user._id) ? list.map(one => merged(one, user)) : null;
}
