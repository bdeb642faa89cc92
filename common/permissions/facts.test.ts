import { expect, test } from 'vitest';
import { role } from '../test/facts.ts';
import { byRank, countCreators, memberFacts } from './facts.ts';
import { rolePermissions } from './role-permissions.ts';

const held = { ...role({ creator: true }), users: ['me', 'other'] };
const theirs = { ...role({ rank: 1 }), users: ['other'] };

test('memberFacts tells whether a person owns the workspace, and which roles they hold', () => {
  expect(memberFacts('me', { owner: ['other'] }, [theirs, held])).toEqual({
    userId: 'me',
    isMember: true,
    isOwner: false,
    roles: [held],
  });
  expect(memberFacts('other', { owner: ['other'] }, [theirs, held])).toMatchObject({
    isOwner: true,
    roles: [theirs, held],
  });
});

test('memberFacts of a guest are no member’s, whatever roles there are, and say where they are let in', () => {
  const workspace = { owner: ['other'], guest: { channels: ['a'] } };
  expect(memberFacts('me', workspace, [held])).toMatchObject({
    isMember: false,
    isOwner: false,
    letInto: ['a'],
    roles: [],
  });
  expect(memberFacts('other', workspace, [])).toMatchObject({ isMember: true, isOwner: true });
});

test('memberFacts without a workspace gives no membership, no ownership and no roles', () => {
  expect(memberFacts('me', undefined, [held])).toEqual({ userId: 'me', isMember: false, isOwner: false, roles: [] });
});

test('byRank puts the highest role first, and countCreators counts creator roles', () => {
  expect([held, theirs].sort(byRank)).toEqual([theirs, held]);
  expect(countCreators([held, theirs])).toBe(1);
});

test('rolePermissions explains each right that a role can give, once', () => {
  const { rank: _rank, ...rights } = role();
  expect(rolePermissions.map(({ key }) => key).sort()).toEqual(Object.keys(rights).sort());
});
