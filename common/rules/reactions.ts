import { limits } from '../contract/fields.ts';

/** An emoji and who reacts to a message with it, in the order in which they did. */
export interface Reaction {
  reaction: string;
  usersId: string[];
}

/** What a person asks: `toggle` adds the emoji, or takes it back when they have it there already. */
export type ReactionAct = 'toggle' | 'remove';

/**
 * The reactions to a message once a person has asked this of them, in the order in which they were first used; the same
 * ones when that changes nothing.
 * @returns null when the message has as many as it can
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
