import { describe, expect, test } from 'vitest';
import { afterMove, type Membership, memberships, type SocietyMove, societyMoves } from './society-moves.ts';

/** Outcome of each allowed move, for a target that is `none`, `pending`, `member` or `owner`. */
const outcomes: Record<SocietyMove, [string, string, string, string]> = {
  join: ['pending', 'already_requested', 'already_member', 'already_member'],
  leave: ['not_in_society', 'not_in_society', 'none', 'none'],
  removePendingUser: ['no_request', 'none', 'no_request', 'no_request'],
  accept: ['no_request', 'member', 'no_request', 'no_request'],
  decline: ['no_request', 'none', 'no_request', 'no_request'],
  addOwner: ['not_in_society', 'not_in_society', 'owner', 'already_owner'],
  removeUser: ['not_in_society', 'not_in_society', 'none', 'none'],
};

/** Memberships that may make each move, on oneself and on others. */
const actors: Record<SocietyMove, { onSelf: Membership[]; onOthers: Membership[] }> = {
  join: { onSelf: [...memberships], onOthers: [] },
  leave: { onSelf: [...memberships], onOthers: [] },
  removePendingUser: { onSelf: [...memberships], onOthers: ['owner'] },
  accept: { onSelf: ['owner'], onOthers: ['owner'] },
  decline: { onSelf: ['owner'], onOthers: ['owner'] },
  addOwner: { onSelf: ['owner'], onOthers: ['owner'] },
  removeUser: { onSelf: ['owner'], onOthers: ['owner'] },
};

const said = (outcome: ReturnType<typeof afterMove>) => ('becomes' in outcome ? outcome.becomes : outcome.refused);

describe.each(societyMoves)('%s', move => {
  const facts = { owners: 2, address: 'unlisted' as const };

  test.each(memberships)('afterMove on oneself, as %s', target => {
    const may = actors[move].onSelf.includes(target);
    const expected = may ? outcomes[move][memberships.indexOf(target)] : 'forbidden';
    expect(said(afterMove(move, { ...facts, actor: target, onSelf: true, target }))).toBe(expected);
  });

  test.each(memberships.flatMap(actor => memberships.map(target => [actor, target] as const)))(
    'afterMove by an actor who is %s, on a target who is %s',
    (actor, target) => {
      const may = actors[move].onOthers.includes(actor);
      const expected = may ? outcomes[move][memberships.indexOf(target)] : 'forbidden';
      expect(said(afterMove(move, { ...facts, actor, onSelf: false, target }))).toBe(expected);
    },
  );
});

test('afterMove makes a person with a whitelisted address a member at once', () => {
  const moving = { actor: 'none', onSelf: true, target: 'none', owners: 1, address: 'listed' } as const;
  expect(afterMove('join', moving)).toEqual({ becomes: 'member' });
});

test.each(['leave', 'removeUser'] as const)('afterMove refuses to remove the last owner (%s)', move => {
  const moving = { actor: 'owner', onSelf: true, target: 'owner', owners: 1, address: 'unlisted' } as const;
  expect(afterMove(move, moving)).toEqual({ refused: 'last_owner' });
  expect(afterMove(move, { ...moving, target: 'member' })).toEqual({ becomes: 'none' });
});
