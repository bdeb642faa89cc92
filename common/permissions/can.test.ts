import { describe, expect, test } from 'vitest';
import { visibilities } from '../contract/workspaces/channels.ts';
import { memberships } from '../rules/society-moves.ts';
import { channel, person, role } from '../test/facts.ts';
import { can, channelsRank, type MemberFacts, type RoleFacts } from './can.ts';

const booleans = [false, true];

describe('seeing and writing, for each visibility, role and standing', () => {
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

/** What depends on more than what a person is in a workspace: asked below. */
type Elsewhere =
  | 'administer'
  | 'report'
  | 'banAccount'
  | 'discover'
  | 'join'
  | 'placeInSociety'
  | 'seeSocietyPeople'
  | 'searchSociety'
  | 'manageSociety'
  | 'changeMessage'
  | 'everExclude'
  | 'spareCreator'
  | 'deleteAccount'
  | 'joinTalk'
  | 'changeConversation'
  | 'growConversation'
  | 'letAnyoneIn'
  | 'letIn'
  | 'hideConversation'
  | 'deleteConversation';

describe('abilities, for each standing and role field', () => {
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
      may: all.filter(name => !['deleteWorkspace', 'passOn'].includes(name)),
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

  test('newcomers land in a channel that all of them see', () => {
    const owner = person({ isOwner: true });
    expect(visibilities.map(visibility => can.welcomeIn(owner, channel(visibility)))).toEqual([true, true, false]);
  });

  test('whoever may add channels changes only those they see', () => {
    const me = person({ roles: [role({ addChannels: true })] });
    expect(can.changeChannel(me, channel('private'))).toBe(false);
    expect(can.setVisibility(me, channel('private'), 'public')).toBe(false);
  });

  test('the last owner stays; anyone else may leave', () => {
    expect([1, 2].map(owners => can.leaveWorkspace(person({ isOwner: true }), owners))).toEqual([false, true]);
    expect(can.leaveWorkspace(person(), 1)).toBe(true);
  });

  test('the last creator role stays one, and stays; others may go', () => {
    expect([1, 2].map(creators => can.spareCreator({ creator: true }, creators))).toEqual([false, true]);
    expect([0, 1].map(creators => can.spareCreator({ creator: false }, creators))).toEqual([true, true]);
  });

  test('a message is changed by its sender alone, who may delete it wherever it is', () => {
    expect(can.changeMessage({ userId: 'me' }, { senderId: 'me' })).toBe(true);
    expect(can.changeMessage({ userId: 'me' }, { senderId: 'other' })).toBe(false);
    expect(can.deleteMessage(person({ isMember: false }), { senderId: 'me' })).toBe(true);
  });
});

test('an account is deleted by its person, or by an administrator', () => {
  const by = [{ userId: 'me' }, { userId: 'other' }, { userId: 'other', admin: true }];
  expect(by.map(who => can.deleteAccount({ admin: false, ...who }, { userId: 'me' }))).toEqual([true, false, true]);
});

describe('conversations', () => {
  test('are read and written in by their people alone', () => {
    expect([true, false].map(isIn => can.joinTalk({ isIn }))).toEqual([true, false]);
  });

  test('of two are hidden by each for themself; of more, renamed, joined and left by all, deleted by their maker', () => {
    const may = (userId: string, people: number) => {
      const facts = { creatorId: 'me', isGroup: people > 2, people };
      return [can.changeConversation(facts), can.hideConversation(facts), can.deleteConversation({ userId }, facts)];
    };
    for (const people of [1, 2]) {
      expect(may('me', people)).toEqual([false, true, false]);
      expect(may('other', people)).toEqual([false, true, false]);
    }
    expect(may('me', 3)).toEqual([true, false, true]);
    expect(may('other', 3)).toEqual([true, false, false]);
    expect(can.deleteConversation({ userId: 'me' }, { creatorId: null, isGroup: true, people: 3 })).toBe(false);
  });
});

test('a group lets people in, whatever is left of it; two who talk directly let in nobody', () => {
  expect([true, false].map(isGroup => can.growConversation({ isGroup }))).toEqual([true, false]);
});

describe('letting people into a private channel', () => {
  const adder = person({ roles: [role({ rank: 2, addChannels: true, visibleChannels: ['channel'] })] });
  const target = (rank?: number) => person({ userId: 'other', roles: rank === undefined ? [] : [role({ rank })] });
  const kept = (fields: Partial<RoleFacts> = {}) => role({ rank: 3, visibleChannels: ['channel'], ...fields });

  test('is for whoever may change it, and for private ones', () => {
    const at = (me: MemberFacts) =>
      visibilities.map(visibility => can.letAnyoneIn(me, { id: 'channel', visibility, isWelcome: false }));
    expect(at(adder)).toEqual([false, false, true]);
    expect(at(person({ roles: [role({ addChannels: true })] }))).toEqual([false, false, false]);
    expect(at(person({ roles: [role({ visibleChannels: ['channel'] })] }))).toEqual([false, false, false]);
  });

  test('holds to ranks: of the person, and of the role that the channel keeps', () => {
    const may = [target(), target(2), target(1), person({ userId: 'other', isOwner: true })];
    expect(may.map(one => can.letIn(adder, undefined, 'channel', one))).toEqual([true, true, false, false]);
    expect([1, 2, 3].map(rank => can.letIn(adder, kept({ rank }), 'channel', target()))).toEqual([false, true, true]);
  });

  test('gives nothing beside the channel, unless one may give that role anyway', () => {
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
    expect(can.everExclude(staff(1), owner)).toBe(false);
    expect(can.everExclude(staff(1), staff(1))).toBe(false);
    expect(can.everExclude(staff(3), target(1))).toBe(true);
  });

  test('an owner passes the workspace on to a member who is none: not to themself, another owner or someone outside', () => {
    const owner = person({ isOwner: true });
    const targets = [target(1), target(), person({ userId: 'other', isOwner: true }), owner];
    expect(targets.map(one => can.passOn(owner, one))).toEqual([true, true, false, false]);
    expect(can.passOn(owner, person({ userId: 'other', isMember: false }))).toBe(false);
  });

  test('who is not a member can be banned, and not kicked', () => {
    const outsider = person({ userId: 'other', isMember: false });
    expect([can.kick(staff(1), outsider), can.ban(staff(1), outsider)]).toEqual([false, true]);
  });

  test('a role is moved neither from above one’s own best nor to there', () => {
    const owner = person({ isOwner: true });
    expect([can.moveRole(staff(2), 3, 2), can.moveRole(staff(2), 2, 5), can.moveRole(owner, 3, 1)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([can.moveRole(staff(2), 3, 1), can.moveRole(staff(2), 1, 3)]).toEqual([false, false]);
  });

  test('what a person makes private is opened by the best of their roles that let them make it', () => {
    const roles = [role({ rank: 1 }), role({ rank: 4, creator: true }), role({ rank: 3, addChannels: true })];
    expect(channelsRank(person({ roles }))).toBe(3);
    expect(channelsRank(person({ roles: [role()] }))).toBe(Number.POSITIVE_INFINITY);
  });

  test('a role above one’s own best is neither changed nor given, and what is given or taken touches nobody above', () => {
    expect([1, 2, 3].map(rank => can.manageRole(staff(2), rank))).toEqual([false, true, true]);
    expect(can.giveRole(staff(2), 3, target(3))).toBe(true);
    expect(can.giveRole(staff(2), 1, target(3))).toBe(false);
    expect(can.giveRole(staff(2), 3, target(1))).toBe(false);
    expect(can.giveRole(staff(2), 3, person({ isOwner: true }))).toBe(false);
  });
});

describe('running Palabre', () => {
  test('is for administrators; anyone is reported by anyone else, and banned by an administrator, but nobody by themself', () => {
    const cases = [
      ['me', 'other', false, [true, false]],
      ['me', 'other', true, [true, true]],
      ['me', 'me', true, [false, false]],
    ] as const;
    for (const [userId, target, admin, may] of cases) {
      expect(can.administer({ admin })).toBe(admin);
      expect([
        can.report({ userId }, { userId: target }),
        can.banAccount({ userId, admin }, { userId: target }),
      ]).toEqual(may);
    }
  });
});

describe('societies', () => {
  test('show their people to members, and are managed by owners', () => {
    expect(memberships.map(can.seeSocietyPeople)).toEqual([false, false, true, true]);
    expect(memberships.map(can.manageSociety)).toEqual([false, false, false, true]);
  });

  test('are searched for people by who is in them, and by administrators', () => {
    const actors = [
      { admin: false, societyId: null },
      { admin: false, societyId: 'b' },
      { admin: false, societyId: 'a' },
      { admin: true, societyId: null },
    ];
    expect(actors.map(actor => can.searchSociety(actor, 'a'))).toEqual([false, false, true, true]);
  });
});

describe('workspaces one may discover and join', () => {
  test('a workspace is put in one’s own society, in none, or stays where it is', () => {
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
