import { limits } from '../../contract/fields.ts';

/** A reaction to a message: the emoji, and the ids of its people in the order they reacted. */
export interface Reaction {
  reaction: string;
  usersId: string[];
}

/** Change of a person's reaction: `toggle` adds it, or removes it if it is there; `remove` only removes. */
export type ReactionAct = 'toggle' | 'remove';

/**
 * Applies a person's change to a message's reactions, which keep the order of their first use.
 * @returns the new reactions, the same array if nothing changes, or null if the message has reached its limit
 */
export function reacted(
  reactions: readonly Reaction[],
  userId: string,
  reaction: string,
  act: ReactionAct,
): readonly Reaction[] | null {
  const known = reactions.find(one => one.reaction === reaction);
  const replaced = (usersId: string[]) => reactions.map(one => (one === known ? { reaction, usersId } : one));
  if (known?.usersId.includes(userId)) {
    const others = known.usersId.filter(id => id !== userId);
    return others.length > 0 ? replaced(others) : reactions.filter(one => one !== known);
  }
  if (act === 'remove') return reactions;
  if (reactions.reduce((sum, { usersId }) => sum + usersId.length, 0) >= limits.reactionsPerMessage) return null;
  if (known) return replaced([...known.usersId, userId]);
  return reactions.length < limits.reactionKinds ? [...reactions, { reaction, usersId: [userId] }] : null;
}
