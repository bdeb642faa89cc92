import { describe, expect, test } from 'vitest';
import {
  judgeChange,
  type Membership,
  type MembershipChange,
  membershipChanges,
  memberships,
} from './society-membership.ts';

/** Outcome of each allowed change, for a target that is `none`, `pending`, `member` or `owner`. */
const outcomes: Record<MembershipChange, [string, string, string, string]> = {
  join: ['pending', 'already_requested', 'already_member', 'already_member'],
  leave: ['not_in_society', 'not_in_society', 'none', 'none'],
  removePendingUser: ['no_request', 'none', 'no_request', 'no_request'],
  accept: ['no_request', 'member', 'no_request', 'no_request'],
  decline: ['no_request', 'none', 'no_request', 'no_request'],
  addOwner: ['not_in_society', 'not_in_society', 'owner', 'already_owner'],
  removeUser: ['not_in_society', 'not_in_society', 'none', 'none'],
};

/** Memberships that may make each change, on oneself and on others. */
const actors: Record<MembershipChange, { onSelf: Membership[]; onOthers: Membership[] }> = {
  join: { onSelf: [...memberships], onOthers: [] },
  leave: { onSelf: [...memberships], onOthers: [] },
  removePendingUser: { onSelf: [...memberships], onOthers: ['owner'] },
  accept: { onSelf: ['owner'], onOthers: ['owner'] },
  decline: { onSelf: ['owner'], onOthers: ['owner'] },
  addOwner: { onSelf: ['owner'], onOthers: ['owner'] },
  removeUser: { onSelf: ['owner'], onOthers: ['owner'] },
};

const said = (outcome: ReturnType<typeof judgeChange>) => ('becomes' in outcome ? outcome.becomes : outcome.refused);

describe.each(membershipChanges)('%s', change => {
  const facts = { owners: 2, address: 'unlisted' as const };

  test.each(memberships)('judgeChange on oneself, as %s', target => {
    const may = actors[change].onSelf.includes(target);
    const expected = may ? outcomes[change][memberships.indexOf(target)] : 'forbidden';
    expect(said(judgeChange(change, { ...facts, actor: target, onSelf: true, target }))).toBe(expected);
  });

  test.each(memberships.flatMap(actor => memberships.map(target => [actor, target] as const)))(
    'judgeChange by an actor who is %s, on a target who is %s',
    (actor, target) => {
      const may = actors[change].onOthers.includes(actor);
      const expected = may ? outcomes[change][memberships.indexOf(target)] : 'forbidden';
      expect(said(judgeChange(change, { ...facts, actor, onSelf: false, target }))).toBe(expected);
    },
  );
});

test('judgeChange makes a person with a whitelisted address a member at once', () => {
  const facts = { actor: 'none', onSelf: true, target: 'none', owners: 1, address: 'listed' } as const;
  expect(judgeChange('join', facts)).toEqual({ becomes: 'member' });
});

test('judgeChange has a person prove their address before they ask to join, and not again afterwards', () => {
  const facts = { actor: 'none', onSelf: true, target: 'none', owners: 1, address: 'unproven' } as const;
  expect(judgeChange('join', facts)).toEqual({ refused: 'address_unproven' });
  expect(judgeChange('join', { ...facts, target: 'pending' })).toEqual({ refused: 'already_requested' });
});

test.each(['leave', 'removeUser'] as const)('judgeChange refuses to remove the last owner (%s)', change => {
  const facts = { actor: 'owner', onSelf: true, target: 'owner', owners: 1, address: 'unlisted' } as const;
  expect(judgeChange(change, facts)).toEqual({ refused: 'last_owner' });
  expect(judgeChange(change, { ...facts, target: 'member' })).toEqual({ becomes: 'none' });
});
