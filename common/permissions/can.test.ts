import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibilities } from '../contract/channels.ts';
import { audienceOf, staffOf } from './audience.ts';
import { bestRank, type ChannelFacts, can, type MemberFacts, type RoleFacts } from './can.ts';

const role = (fields: Partial<RoleFacts> = {}): RoleFacts => ({
  rank: 2,
  creator: false,
  canKick: false,
  addChannels: false,
  visibleChannels: [],
  writableChannels: [],
  ...fields,
});
const person = (fields: Partial<MemberFacts> = {}): MemberFacts => ({
  userId: 'me',
  isMember: true,
  isOwner: false,
  roles: [],
  ...fields,
});
const channel = (visibility: ChannelFacts['visibility'], isWelcome = false): ChannelFacts => ({
  id: 'channel',
  visibility,
  isWelcome,
});
const booleans = [false, true];

describe('seeing and writing, for each visibility, role and standing (spec 2 §4 and §6)', () => {
  /** What a member who is no owner may do: « - » nothing, « s » see, « w » see and write. */
  const table = {
    //        neither  visible  writable  both
    public: ['w', 'w', 'w', 'w'],
    protected: ['s', 's', 'w', 'w'],
    private: ['-', 's', '-', 'w'],
  };
  for (const visibility of visibilities) {
    for (const visible of booleans) {
      for (const writable of booleans) {
        const opens = role({
          visibleChannels: visible ? ['channel', 'other'] : ['other'],
          writableChannels: writable ? ['channel'] : [],
        });
        const expected = table[visibility][(visible ? 1 : 0) + (writable ? 2 : 0)];
        test(`${visibility}, visible: ${visible}, writable: ${writable} gives a member « ${expected} »`, () => {
          const may = (actor: MemberFacts) => {
            const [see, write] = [
              can.seeChannel(actor, channel(visibility)),
              can.postMessage(actor, channel(visibility)),
            ];
            return write ? (see ? 'w' : 'writes unseen') : see ? 's' : '-';
          };
          expect(may(person({ roles: [opens] }))).toBe(expected);
          expect(may(person({ roles: [role(), opens] }))).toBe(expected);
          expect(may(person({ roles: [] }))).toBe(table[visibility][0]);
          expect(may(person({ isOwner: true, roles: [opens] }))).toBe('w');
          expect(may(person({ isMember: false, roles: [opens] }))).toBe('-');
        });
      }
    }
  }

  test('what a role opens of another channel opens nothing of this one', () => {
    const elsewhere = person({ roles: [role({ visibleChannels: ['other'], writableChannels: ['other'] })] });
    expect(can.seeChannel(elsewhere, channel('private'))).toBe(false);
    expect(can.postMessage(elsewhere, channel('protected'))).toBe(false);
  });

  test('a creator role opens no private channel by itself: that is for visibleChannels', () => {
    expect(can.seeChannel(person({ roles: [role({ creator: true })] }), channel('private'))).toBe(false);
  });
});

describe('abilities, for each standing and role field', () => {
  const other = person({ userId: 'other' });
  const abilities = {
    manageWorkspace: (me: MemberFacts) => can.manageWorkspace(me),
    deleteWorkspace: (me: MemberFacts) => can.deleteWorkspace(me),
    invite: (me: MemberFacts) => can.invite(me),
    addChannel: (me: MemberFacts) => can.addChannel(me),
    changeChannel: (me: MemberFacts) => can.changeChannel(me, channel('public')),
    deleteChannel: (me: MemberFacts) => can.deleteChannel(me, channel('public')),
    kick: (me: MemberFacts) => can.kick(me, other),
    ban: (me: MemberFacts) => can.ban(me, other),
    manageRole: (me: MemberFacts) => can.manageRole(me, 3),
  };
  const all = Object.keys(abilities);
  const channels = ['addChannel', 'changeChannel', 'deleteChannel'];
  const expected: Record<string, { me: MemberFacts; may: string[] }> = {
    'an outsider, whatever roles they still had': {
      me: person({
        isMember: false,
        isOwner: true,
        roles: [role({ creator: true, canKick: true, addChannels: true })],
      }),
      may: [],
    },
    'a member without a role': { me: person(), may: ['invite'] },
    'a member with a plain role': { me: person({ roles: [role()] }), may: ['invite'] },
    addChannels: { me: person({ roles: [role({ addChannels: true })] }), may: ['invite', ...channels] },
    canKick: { me: person({ roles: [role({ canKick: true })] }), may: ['invite', 'kick'] },
    'canKick and addChannels in two roles': {
      me: person({ roles: [role({ canKick: true }), role({ addChannels: true, rank: 3 })] }),
      may: ['invite', 'kick', ...channels],
    },
    creator: { me: person({ roles: [role({ creator: true })] }), may: all.filter(name => name !== 'deleteWorkspace') },
    'the owner, without any role': { me: person({ isOwner: true }), may: all },
  };
  for (const [who, { me, may }] of Object.entries(expected)) {
    test(`${who} may: ${may.join(', ') || 'nothing'}`, () => {
      const allowed = Object.entries(abilities).filter(([, ability]) => ability(me));
      expect(allowed.map(([name]) => name).sort()).toEqual([...may].sort());
    });
  }

  test('the welcome channel can be renamed and never deleted', () => {
    const owner = person({ isOwner: true });
    expect(can.changeChannel(owner, channel('public', true))).toBe(true);
    expect(can.deleteChannel(owner, channel('public', true))).toBe(false);
  });

  test('whoever may add channels changes only those they see', () => {
    const me = person({ roles: [role({ addChannels: true })] });
    expect(can.changeChannel(me, channel('private'))).toBe(false);
  });
});

describe('ranks', () => {
  const staff = (rank: number) => person({ roles: [role({ rank, creator: true, canKick: true })] });
  const target = (rank?: number) => person({ userId: 'other', roles: rank === undefined ? [] : [role({ rank })] });

  test('one acts on people of one’s own rank and below, never above', () => {
    for (const act of [can.kick, can.ban]) {
      expect([1, 2, 3].map(rank => act(staff(2), target(rank)))).toEqual([false, true, true]);
      expect(act(staff(2), target())).toBe(true);
      expect(act(person({ isOwner: true }), target(1))).toBe(true);
    }
  });

  test('nobody kicks or bans an owner, or themself', () => {
    const owner = person({ userId: 'other', isOwner: true });
    for (const act of [can.kick, can.ban]) {
      expect(act(staff(1), owner)).toBe(false);
      expect(act(person({ isOwner: true }), owner)).toBe(false);
      expect(act(staff(1), staff(1))).toBe(false);
    }
  });

  test('a role above one’s own best is neither changed nor given, and what is given or taken touches nobody above', () => {
    expect([1, 2, 3].map(rank => can.manageRole(staff(2), rank))).toEqual([false, true, true]);
    expect(can.giveRole(staff(2), 3, target(3))).toBe(true);
    expect(can.giveRole(staff(2), 1, target(3))).toBe(false);
    expect(can.giveRole(staff(2), 3, target(1))).toBe(false);
    expect(can.giveRole(staff(2), 3, person({ isOwner: true }))).toBe(false);
  });
});

describe('workspaces one may discover and join', () => {
  test('open ones by all, restricted ones by their society, those of no society by invitation only', () => {
    const cases = [
      [{ restricted: false, societyId: null }, null, true],
      [{ restricted: false, societyId: 'a' }, null, true],
      [{ restricted: true, societyId: 'a' }, 'a', true],
      [{ restricted: true, societyId: 'a' }, 'b', false],
      [{ restricted: true, societyId: 'a' }, null, false],
      [{ restricted: true, societyId: null }, null, false],
    ] as const;
    for (const [workspace, societyId, may] of cases) {
      expect(can.join({ societyId }, workspace)).toBe(may);
      expect(can.discover({ isMember: false, societyId }, workspace)).toBe(may);
      expect(can.discover({ isMember: true, societyId }, workspace)).toBe(true);
    }
  });
});

describe('for any people, roles and channels', () => {
  const ids = ['a', 'b', 'c'];
  const anyRole = fc.record<RoleFacts>({
    rank: fc.integer({ min: 1, max: 5 }),
    creator: fc.boolean(),
    canKick: fc.boolean(),
    addChannels: fc.boolean(),
    visibleChannels: fc.subarray(ids),
    writableChannels: fc.subarray(ids),
  });
  const anyPerson = fc.record<MemberFacts>({
    userId: fc.constantFrom('one', 'two', 'three'),
    isMember: fc.boolean(),
    isOwner: fc.boolean(),
    roles: fc.array(anyRole, { maxLength: 3 }),
  });
  const anyChannel = fc.record<ChannelFacts>({
    id: fc.constantFrom(...ids),
    visibility: fc.constantFrom(...visibilities),
    isWelcome: fc.boolean(),
  });

  const holds = (property: (me: MemberFacts, target: MemberFacts, channel: ChannelFacts, rank: number) => boolean) =>
    fc.assert(fc.property(anyPerson, anyPerson, anyChannel, fc.integer({ min: 1, max: 6 }), property), {
      numRuns: 2_000,
    });

  test('nobody acts on someone above them, on an owner or on themself', () =>
    holds(
      (me, target) =>
        !(can.kick(me, target) || can.ban(me, target)) ||
        (bestRank(me) <= bestRank(target) && !target.isOwner && me.userId !== target.userId),
    ));

  test('writing, changing and deleting a channel imply seeing it', () =>
    holds(
      (me, _target, channel) =>
        can.seeChannel(me, channel) ||
        !(can.postMessage(me, channel) || can.changeChannel(me, channel) || can.deleteChannel(me, channel)),
    ));

  test('who is not a member can do nothing', () =>
    holds((me, target, channel, rank) => {
      const outsider = { ...me, isMember: false };
      return ![
        can.seeChannel(outsider, channel),
        can.postMessage(outsider, channel),
        can.addChannel(outsider),
        can.changeChannel(outsider, channel),
        can.deleteChannel(outsider, channel),
        can.manageWorkspace(outsider),
        can.deleteWorkspace(outsider),
        can.invite(outsider),
        can.kick(outsider, target),
        can.ban(outsider, target),
        can.manageRole(outsider, rank),
        can.giveRole(outsider, rank, target),
      ].some(Boolean);
    }));

  test('an owner sees and writes everywhere, and manages every role', () =>
    holds((me, _target, channel, rank) => {
      const owner = { ...me, isMember: true, isOwner: true };
      return can.postMessage(owner, channel) && can.manageRole(owner, rank) && can.deleteWorkspace(owner);
    }));

  test('one more role never takes a right away', () =>
    fc.assert(
      fc.property(anyPerson, anyPerson, anyChannel, anyRole, (me, target, channel, more) => {
        const richer = { ...me, roles: [...me.roles, more] };
        const rights = (actor: MemberFacts) => [
          can.seeChannel(actor, channel),
          can.postMessage(actor, channel),
          can.addChannel(actor),
          can.manageWorkspace(actor),
          can.kick(actor, target),
          can.ban(actor, target),
        ];
        const after = rights(richer);
        return rights(me).every((had, i) => !had || after[i]);
      }),
      { numRuns: 2_000 },
    ));

  test('audienceOf and staffOf name exactly those who can', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(anyPerson, { selector: one => one.userId, maxLength: 3 }),
        fc.array(anyRole, { maxLength: 4 }),
        fc.array(fc.subarray(['one', 'two', 'three']), { minLength: 4, maxLength: 4 }),
        anyChannel,
        (people, roles, holders, channel) => {
          const members = people.map(one => ({
            ...one,
            isMember: true,
            roles: roles.filter((_, i) => holders[i]?.includes(one.userId)),
          }));
          const present = new Set(members.map(one => one.userId));
          const held = roles.map((one, i) => ({ ...one, users: (holders[i] ?? []).filter(id => present.has(id)) }));
          const owners = members.filter(one => one.isOwner).map(one => one.userId);
          const audience = audienceOf({ _id: channel.id, visibility: channel.visibility }, owners, held);
          const staff = staffOf(owners, held);
          return members.every(
            one =>
              (audience === 'everyone' || audience.has(one.userId)) === can.seeChannel(one, channel) &&
              staff.has(one.userId) === can.banAnyone(one),
          );
        },
      ),
      { numRuns: 2_000 },
    ));
});
