import { describe, expect, test } from 'vitest';
import { visibilities } from '../contract/workspaces/channels.ts';
import { memberships } from '../rules/society-membership.ts';
import { channel, person, role } from '../test/facts.ts';
import type { administering } from './can.administer.ts';
import type { conversing } from './can.conversations.ts';
import { can, channelsRank, type MemberFacts, type RoleFacts } from './can.ts';

const booleans = [false, true];

describe('seeChannel and postMessage, for each visibility, role and standing', () => {
  /** Rights of a member who is not an owner: « - » none, « s » see, « w » see and write. */
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

  test('a role that opens another channel opens nothing of this channel', () => {
    const elsewhere = person({ roles: [role({ visibleChannels: ['other'], writableChannels: ['other'] })] });
    expect(can.seeChannel(elsewhere, channel('private'))).toBe(false);
    expect(can.postMessage(elsewhere, channel('protected'))).toBe(false);
  });

  test('a member sees no private channel as a guest who is let in does', () => {
    const me = person({ letInto: ['channel'] });
    expect([can.seeChannel(me, channel('private')), can.postMessage(me, channel('protected'))]).toEqual([false, false]);
  });

  test('a creator role opens no private channel: only visibleChannels does', () => {
    expect(can.seeChannel(person({ roles: [role({ creator: true })] }), channel('private'))).toBe(false);
  });
});

/** Rights that depend on more than a person's roles in a workspace; they are tested further below. */
type Elsewhere =
  | keyof typeof administering
  | keyof typeof conversing
  | 'discover'
  | 'join'
  | 'placeInSociety'
  | 'seeSocietyPeople'
  | 'searchSociety'
  | 'manageSociety'
  | 'changeMessage'
  | 'everExclude'
  | 'spareCreator'
  | 'seeContacts'
  | 'mentionConversation'
  | 'reply'
  | 'react'
  | 'pin'
  | 'openFile'
  | 'letAnyoneIn'
  | 'letIn';

describe('rights, for each standing and role field', () => {
  const other = person({ userId: 'other' });
  const abilities: Record<Exclude<keyof typeof can, Elsewhere>, (me: MemberFacts) => boolean> = {
    seeChannel: me => can.seeChannel(me, channel('public')),
    postMessage: me => can.postMessage(me, channel('public')),
    deleteMessage: me => can.deleteMessage(me, { senderId: 'other' }),
    mentionEveryone: me => can.mentionEveryone(me),
    manageWorkspace: me => can.manageWorkspace(me),
    deleteWorkspace: me => can.deleteWorkspace(me),
    leaveWorkspace: me => can.leaveWorkspace(me, 2),
    welcomeIn: me => can.welcomeIn(me, channel('public')),
    invite: me => can.invite(me),
    changeEmailInvite: me => can.changeEmailInvite(me, { invitedBy: 'other' }),
    letGuestsIn: me => can.letGuestsIn(me),
    changeGuest: me => can.changeGuest(me, { sponsorId: 'other' }),
    addChannel: me => can.addChannel(me),
    orderChannels: me => can.orderChannels(me),
    changeChannel: me => can.changeChannel(me, channel('public')),
    setVisibility: me => can.setVisibility(me, channel('public'), 'private'),
    deleteChannel: me => can.deleteChannel(me, channel('public')),
    kickAnyone: me => can.kickAnyone(me),
    kick: me => can.kick(me, other),
    banAnyone: me => can.banAnyone(me),
    ban: me => can.ban(me, other),
    passOn: me => can.passOn(me, other),
    handleReports: me => can.handleReports(me),
    handleReport: me => can.handleReport(me, other),
    manageRole: me => can.manageRole(me, 3),
    moveRole: me => can.moveRole(me, 3, 4),
    giveRole: me => can.giveRole(me, 3, other),
  };
  const all = Object.keys(abilities);
  const members = ['seeChannel', 'postMessage', 'leaveWorkspace', 'invite'];
  const channels = ['addChannel', 'orderChannels', 'changeChannel', 'setVisibility', 'deleteChannel'];
  const kicks = ['kickAnyone', 'kick'];
  const expected: Record<string, { me: MemberFacts; may: string[] }> = {
    'an outsider, whatever roles they still had': {
      me: person({
        isMember: false,
        isOwner: true,
        roles: [role({ creator: true, canKick: true, addChannels: true })],
      }),
      may: [],
    },
    'a guest who is let in, whatever they once had': {
      me: person({ isMember: false, isOwner: true, roles: [role({ creator: true })], letInto: [channel('public').id] }),
      may: ['seeChannel', 'postMessage'],
    },
    'a guest who is let in elsewhere': { me: person({ isMember: false, letInto: ['other'] }), may: [] },
    'a member without a role': { me: person(), may: members },
    'a member with a plain role': { me: person({ roles: [role()] }), may: members },
    addChannels: { me: person({ roles: [role({ addChannels: true })] }), may: [...members, ...channels] },
    canKick: { me: person({ roles: [role({ canKick: true })] }), may: [...members, ...kicks] },
    'canKick and addChannels in two roles': {
      me: person({ roles: [role({ canKick: true }), role({ addChannels: true, rank: 3 })] }),
      may: [...members, ...kicks, ...channels],
    },
    creator: {
      me: person({ roles: [role({ creator: true })] }),
      may: all.filter(name => !['deleteWorkspace', 'passOn', 'handleReports', 'handleReport'].includes(name)),
    },
    'the owner, without any role': { me: person({ isOwner: true }), may: all },
  };
  for (const [who, { me, may }] of Object.entries(expected)) {
    test(`${who} may: ${may.join(', ') || 'nothing'}`, () => {
      const allowed = Object.entries(abilities).filter(([, ability]) => ability(me));
      expect(allowed.map(([name]) => name).sort()).toEqual([...may].sort());
    });
  }

  test('the welcome channel can be renamed, and never deleted or made private', () => {
    const owner = person({ isOwner: true });
    expect(can.changeChannel(owner, channel('public', true))).toBe(true);
    expect(can.deleteChannel(owner, channel('public', true))).toBe(false);
    expect(visibilities.map(wanted => can.setVisibility(owner, channel('public', true), wanted))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('the welcome channel must be a channel that all newcomers see', () => {
    const owner = person({ isOwner: true });
    expect(visibilities.map(visibility => can.welcomeIn(owner, channel(visibility)))).toEqual([true, true, false]);
  });

  test('a member who may add channels changes only channels that they see', () => {
    const me = person({ roles: [role({ addChannels: true })] });
    expect(can.changeChannel(me, channel('private'))).toBe(false);
    expect(can.setVisibility(me, channel('private'), 'public')).toBe(false);
  });

  test('the last owner may not leave a workspace; any other member may', () => {
    expect([1, 2].map(owners => can.leaveWorkspace(person({ isOwner: true }), owners))).toEqual([false, true]);
    expect(can.leaveWorkspace(person(), 1)).toBe(true);
  });

  test('the last creator role is neither deleted nor loses its creator right; other roles may be', () => {
    expect([1, 2].map(creators => can.spareCreator({ creator: true }, creators))).toEqual([false, true]);
    expect([0, 1].map(creators => can.spareCreator({ creator: false }, creators))).toEqual([true, true]);
  });

  test('who stands for a guest, or has sent an invitation, changes it while they are a member, without any role', () => {
    for (const isMember of booleans) {
      const me = person({ isMember });
      expect([can.changeGuest(me, { sponsorId: 'me' }), can.changeEmailInvite(me, { invitedBy: 'me' })]).toEqual([
        ...[isMember, isMember],
      ]);
    }
    expect(can.changeGuest(person(), { sponsorId: null })).toBe(false);
  });

  test('a message is edited by its sender alone, who may delete it in any place', () => {
    expect(can.changeMessage({ userId: 'me' }, { senderId: 'me' })).toBe(true);
    expect(can.changeMessage({ userId: 'me' }, { senderId: 'other' })).toBe(false);
    expect(can.deleteMessage(person({ isMember: false }), { senderId: 'me' })).toBe(true);
  });
});

test('an account is deleted by its person, or by an administrator', () => {
  const by = [{ userId: 'me' }, { userId: 'other' }, { userId: 'other', admin: true }];
  expect(by.map(who => can.deleteAccount({ admin: false, ...who }, { userId: 'me' }))).toEqual([true, false, true]);
});

test('the last administrator keeps the right and the account; other accounts may go', () => {
  expect([0, 1].map(others => can.spareAdministrator({ admin: true }, others))).toEqual([false, true]);
  expect(can.spareAdministrator({ admin: false }, 0)).toBe(true);
});

test('contacts are shown to people who share a place with the person, and to administrators', () => {
  const table = booleans.flatMap(admin => booleans.map(shares => [admin, shares, can.seeContacts({ admin }, shares)]));
  expect(table).toEqual([
    [false, false, false],
    [false, true, true],
    [true, false, true],
    [true, true, true],
  ]);
});

test('a message is reacted to and pinned with the right to read its place, and answered with the right to write there', () => {
  const rights = [
    { canRead: false, canWrite: false },
    { canRead: true, canWrite: false },
    { canRead: true, canWrite: true },
  ];
  expect(rights.map(can.react)).toEqual([false, true, true]);
  expect(rights.map(can.pin)).toEqual([false, true, true]);
  expect(rights.map(can.reply)).toEqual([false, false, true]);
});

describe('a file', () => {
  const own = { ownerId: 'me', privateUntilMs: 100, canRead: null, isScheduled: false };

  test('a file of a message is opened by people who may read the message', () => {
    const file = { ownerId: 'me', privateUntilMs: null, isScheduled: false };
    expect(booleans.map(canRead => can.openFile({ userId: 'other' }, { ...file, canRead }, 1))).toEqual([false, true]);
    expect(can.openFile({ userId: 'me' }, { ...file, canRead: false }, 1)).toBe(false);
  });

  test('a file of a message that waits to leave is opened by its owner alone', () => {
    const file = { ownerId: 'me', privateUntilMs: null, canRead: false, isScheduled: true };
    expect(['me', 'other'].map(userId => can.openFile({ userId }, file, 1))).toEqual([true, false]);
  });

  test('a file of no message is a picture for everyone, or is kept for its owner until a time', () => {
    expect(can.openFile({ userId: 'other' }, { ...own, privateUntilMs: null }, 1)).toBe(true);
    expect(['me', 'other'].map(userId => can.openFile({ userId }, own, 99))).toEqual([true, false]);
    expect(can.openFile({ userId: 'me' }, own, 100)).toBe(false);
  });
});

describe('letting people into a private channel', () => {
  const adder = person({ roles: [role({ rank: 2, addChannels: true, visibleChannels: ['channel'] })] });
  const target = (rank?: number) => person({ userId: 'other', roles: rank === undefined ? [] : [role({ rank })] });
  const kept = (fields: Partial<RoleFacts> = {}) => role({ rank: 3, visibleChannels: ['channel'], ...fields });

  test('letAnyoneIn needs the right to change the channel, and a private channel', () => {
    const at = (me: MemberFacts) =>
      visibilities.map(visibility => can.letAnyoneIn(me, { id: 'channel', visibility, isWelcome: false }));
    expect(at(adder)).toEqual([false, false, true]);
    expect(at(person({ roles: [role({ addChannels: true })] }))).toEqual([false, false, false]);
    expect(at(person({ roles: [role({ visibleChannels: ['channel'] })] }))).toEqual([false, false, false]);
  });

  test('letIn refuses a person, or a role kept by the channel, of a rank above the actor’s', () => {
    const may = [target(), target(2), target(1), person({ userId: 'other', isOwner: true })];
    expect(may.map(one => can.letIn(adder, undefined, 'channel', one))).toEqual([true, true, false, false]);
    expect([1, 2, 3].map(rank => can.letIn(adder, kept({ rank }), 'channel', target()))).toEqual([false, true, true]);
  });

  test('letIn refuses a kept role that gives more than the channel, unless the actor may give that role anyway', () => {
    const more = [
      kept({ canKick: true }),
      kept({ creator: true }),
      kept({ addChannels: true }),
      kept({ visibleChannels: ['channel', 'another'] }),
      kept({ writableChannels: ['another'] }),
    ];
    const owner = person({ isOwner: true });
    for (const one of more) {
      expect([adder, owner].map(me => can.letIn(me, one, 'channel', target()))).toEqual([false, true]);
    }
  });
});

describe('ranks', () => {
  const staff = (rank: number) => person({ roles: [role({ rank, creator: true, canKick: true })] });
  const target = (rank?: number) => person({ userId: 'other', roles: rank === undefined ? [] : [role({ rank })] });

  test('a person kicks and bans people of their own rank and below, never above', () => {
    for (const act of [can.kick, can.ban]) {
      expect([1, 2, 3].map(rank => act(staff(2), target(rank)))).toEqual([false, true, true]);
      expect(act(staff(2), target())).toBe(true);
      expect(act(person({ isOwner: true }), target(1))).toBe(true);
    }
  });

  test('nobody kicks or bans an owner or themself', () => {
    const owner = person({ userId: 'other', isOwner: true });
    for (const act of [can.kick, can.ban]) {
      expect(act(staff(1), owner)).toBe(false);
      expect(act(person({ isOwner: true }), owner)).toBe(false);
      expect(act(staff(1), staff(1))).toBe(false);
    }
    expect(can.everExclude(staff(1), owner)).toBe(false);
    expect(can.everExclude(staff(1), staff(1))).toBe(false);
    expect(can.everExclude(staff(3), target(1))).toBe(true);
  });

  test('an owner passes the workspace on to a member who is not an owner; not to themself, another owner or an outsider', () => {
    const owner = person({ isOwner: true });
    const targets = [target(1), target(), person({ userId: 'other', isOwner: true }), owner];
    expect(targets.map(one => can.passOn(owner, one))).toEqual([true, true, false, false]);
    expect(can.passOn(owner, person({ userId: 'other', isMember: false }))).toBe(false);
  });

  test('a person who is not a member can be banned, but not kicked', () => {
    const outsider = person({ userId: 'other', isMember: false });
    expect([can.kick(staff(1), outsider), can.ban(staff(1), outsider)]).toEqual([false, true]);
  });

  test('a role is moved neither from a rank above the actor’s best nor to one', () => {
    const owner = person({ isOwner: true });
    expect([can.moveRole(staff(2), 3, 2), can.moveRole(staff(2), 2, 5), can.moveRole(owner, 3, 1)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([can.moveRole(staff(2), 3, 1), can.moveRole(staff(2), 1, 3)]).toEqual([false, false]);
  });

  test('channelsRank is the rank of the person’s best role with addChannels or creator', () => {
    const roles = [role({ rank: 1 }), role({ rank: 4, creator: true }), role({ rank: 3, addChannels: true })];
    expect(channelsRank(person({ roles }))).toBe(3);
    expect(channelsRank(person({ roles: [role({ rank: 2, creator: true }), ...roles] }))).toBe(2);
    expect(channelsRank(person({ roles: [role()] }))).toBe(Number.POSITIVE_INFINITY);
  });

  test('a role above the actor’s best is neither changed nor given, and no role is given to or taken from a person above the actor', () => {
    expect([1, 2, 3].map(rank => can.manageRole(staff(2), rank))).toEqual([false, true, true]);
    expect(can.giveRole(staff(2), 3, target(3))).toBe(true);
    expect(can.giveRole(staff(2), 1, target(3))).toBe(false);
    expect(can.giveRole(staff(2), 3, target(1))).toBe(false);
    for (const rank of [1, 2]) expect(can.giveRole(staff(rank), 3, person({ isOwner: true }))).toBe(false);
  });
});

describe('societies', () => {
  test('a society shows its people to its members, and is managed by its owners', () => {
    expect(memberships.map(can.seeSocietyPeople)).toEqual([false, false, true, true]);
    expect(memberships.map(can.manageSociety)).toEqual([false, false, false, true]);
  });

  test('a society’s people are searched by its members and by administrators', () => {
    const actors = [
      { admin: false, societyId: null },
      { admin: false, societyId: 'b' },
      { admin: false, societyId: 'a' },
      { admin: true, societyId: null },
    ];
    expect(actors.map(actor => can.searchSociety(actor, 'a'))).toEqual([false, false, true, true]);
  });
});

describe('discovering and joining workspaces', () => {
  test('a workspace is put in the actor’s society, in none, or stays where it is', () => {
    const cases: [own: string | null, wanted: string | null | undefined, current: string | null, may: boolean][] = [
      ['a', 'a', null, true],
      ['a', null, 'b', true],
      ['a', undefined, 'b', true],
      ['a', 'b', 'b', true],
      ['a', 'b', null, false],
      [null, 'b', null, false],
    ];
    for (const [societyId, wanted, current, may] of cases) {
      expect(can.placeInSociety({ societyId }, wanted, current)).toBe(may);
    }
  });

  test('an open workspace is joined by anyone, a restricted one by its society’s people, and by invitation only if it has no society', () => {
    const cases = [
      [{ restricted: false, societyId: null }, null, true],
      [{ restricted: false, societyId: 'a' }, null, true],
      [{ restricted: true, societyId: 'a' }, 'a', true],
      [{ restricted: true, societyId: 'a' }, 'b', false],
      [{ restricted: true, societyId: 'a' }, null, false],
      [{ restricted: true, societyId: null }, null, false],
    ] as const;
    for (const [workspace, societyId, may] of cases) {
      const joiner = { societyId, isGuest: false };
      expect(can.join(joiner, workspace)).toBe(may);
      expect(can.discover({ ...joiner, isMember: false, isGuestHere: false }, workspace)).toBe(may);
      expect(can.discover({ ...joiner, isMember: true, isGuestHere: false }, workspace)).toBe(true);
      const guest = { societyId, isGuest: true };
      expect(can.join(guest, workspace)).toBe(false);
      expect(can.discover({ ...guest, isMember: false, isGuestHere: true }, workspace)).toBe(true);
    }
  });
});
