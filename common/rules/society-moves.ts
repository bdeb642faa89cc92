import type { ErrorCode } from '../contract/errors.ts';

/** What a person may be in a society. */
export const memberships = ['none', 'pending', 'member', 'owner'] as const;
export type Membership = (typeof memberships)[number];

/** The actions by which someone becomes something else in a society. */
export const societyMoves = [
  'join',
  'leave',
  'removePendingUser',
  'accept',
  'decline',
  'addOwner',
  'removeUser',
] as const;
export type SocietyMove = (typeof societyMoves)[number];

/** A move, by one person and on one, who may be the same. */
export interface Moving {
  /** What the person who acts is in the society. */
  actor: Membership;
  onSelf: boolean;
  /** What the person acted on is there. */
  target: Membership;
  /** How many owners there are. */
  owners: number;
  /** What the whitelist says of the address of the person acted on: `listed`, they need not wait. */
  address: Listed;
}

/** `unproven`: there is a whitelist, and whether it has an address is said only to who has proven that it is theirs. */
export type Listed = 'listed' | 'unlisted' | 'unproven';

type Outcome = { becomes: Membership } | { refused: ErrorCode };

/** Who may make a move, whatever the person acted on is: on oneself, or as an owner. */
const allowed: Record<SocietyMove, (moving: Moving) => boolean> = {
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

const gone = (target: Membership, { owners }: Moving): Outcome => {
  if (target === 'owner' && owners === 1) return { refused: 'last_owner' };
  return target === 'member' || target === 'owner' ? { becomes: 'none' } : { refused: 'not_in_society' };
};

/** What each move makes of the person acted on. */
const outcomes: Record<SocietyMove, (target: Membership, moving: Moving) => Outcome> = {
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

/** Every transition between a person and a society: what a move makes of the person acted on, or why it is refused. */
export function afterMove(move: SocietyMove, moving: Moving): Outcome {
  return allowed[move](moving) ? outcomes[move](moving.target, moving) : { refused: 'forbidden' };
}
