import type { ErrorCode } from '../contract/errors.ts';

/** Memberships that a person may have in a society. */
export const memberships = ['none', 'pending', 'member', 'owner'] as const;
/** Membership of a person in a society. */
export type Membership = (typeof memberships)[number];

/** Actions that change a person's membership. */
export const membershipChanges = [
  'join',
  'leave',
  'removePendingUser',
  'accept',
  'decline',
  'addOwner',
  'removeUser',
] as const;
/** Action that changes a person's membership. */
export type MembershipChange = (typeof membershipChanges)[number];

/** Facts of a change: the actor may act on another person, the target, or on themself. */
export interface ChangeFacts {
  /** Membership of the actor. */
  actor: Membership;
  onSelf: boolean;
  /** Membership of the target. */
  target: Membership;
  /** Number of owners. */
  owners: number;
  /** Whether the whitelist has the target's address; a person with a listed address joins without waiting. */
  address: Listed;
}

/**
 * Result of the whitelist's check. `unproven`: a whitelist exists, and is checked only for a person with a proven
 * address.
 */
export type Listed = 'listed' | 'unlisted' | 'unproven';

type Outcome = { becomes: Membership } | { refused: ErrorCode };

/** Rights to make each change, whatever the target's membership: on one's own membership, or as an owner. */
const allowed: Record<MembershipChange, (facts: ChangeFacts) => boolean> = {
  join: ({ onSelf }) => onSelf,
  leave: ({ onSelf }) => onSelf,
  removePendingUser: ({ onSelf, actor }) => onSelf || actor === 'owner',
  accept: ({ actor }) => actor === 'owner',
  decline: ({ actor }) => actor === 'owner',
  addOwner: ({ actor }) => actor === 'owner',
  removeUser: ({ actor }) => actor === 'owner',
};

const waiting = (becomes: Membership) => (target: Membership) =>
  target === 'pending' ? { becomes } : ({ refused: 'no_request' } as const);

const gone = (target: Membership, { owners }: ChangeFacts): Outcome => {
  if (target === 'owner' && owners === 1) return { refused: 'last_owner' };
  return target === 'member' || target === 'owner' ? { becomes: 'none' } : { refused: 'not_in_society' };
};

/** Outcome of each change for the target. */
const outcomes: Record<MembershipChange, (target: Membership, facts: ChangeFacts) => Outcome> = {
  join: (target, { address }) => {
    if (target === 'none' && address === 'unproven') return { refused: 'address_unproven' };
    if (target === 'none') return { becomes: address === 'listed' ? 'member' : 'pending' };
    return { refused: target === 'pending' ? 'already_requested' : 'already_member' };
  },
  leave: gone,
  removePendingUser: waiting('none'),
  accept: waiting('member'),
  decline: waiting('none'),
  addOwner: target => {
    if (target === 'member') return { becomes: 'owner' };
    return { refused: target === 'owner' ? 'already_owner' : 'not_in_society' };
  },
  removeUser: gone,
};

/** Returns the outcome of a change: the target's new membership, or the error code of the refusal. */
export function judgeChange(change: MembershipChange, facts: ChangeFacts): Outcome {
  return allowed[change](facts) ? outcomes[change](facts.target, facts) : { refused: 'forbidden' };
}
