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

test('rolePermissions names each right by what it gives', () => {
  const words = rolePermissions.map(({ key, label, description }) => [key, label.fr, label.en, description.fr]);
  expect(words).toEqual([
    ['addChannels', 'Gérer les salons', 'Manage channels', expect.stringMatching(/créer.* des salons\.$/)],
    [
      'canKick',
      'Exclure des membres',
      'Remove members',
      expect.stringMatching(/exclure.* de rang inférieur ou égal\.$/),
    ],
    ['creator', 'Créateur', 'Creator', expect.stringMatching(/paramètres.* bannissement\.$/)],
    ['visibleChannels', 'Salons visibles', 'Visible channels', expect.stringMatching(/privés.* peuvent voir\.$/)],
    [
      ...['writableChannels', 'Salons ouverts à l’écriture', 'Writable channels'],
      expect.stringMatching(/protégés et privés.* peuvent écrire\.$/),
    ],
  ]);
  const english = [
    /create.*channels/,
    /remove members/,
    /bans/,
    /private.*can see/,
    /protected and private.*can write/,
  ];
  for (const [at, said] of english.entries()) expect(rolePermissions[at]?.description.en).toMatch(said);
});
