import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { visibilities } from '../contract/workspaces/channels.ts';
import { heldTogether, sees, staffOf } from './audience.ts';
import { bestRank, type ChannelFacts, can, type MemberFacts, type RoleFacts } from './can.ts';

describe('can, for any people, roles and channels', () => {
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

  /** Checks a property of many examples; a failure shows the simplest one that it found. */
  const always = <Example>(property: fc.IRawProperty<Example, false>) => {
    const { counterexample, seed } = fc.check(property, { numRuns: 2_000 });
    expect(counterexample, `seed ${seed}`).toBeNull();
  };
  const holds = (property: (me: MemberFacts, target: MemberFacts, channel: ChannelFacts, rank: number) => boolean) =>
    always(fc.property(anyPerson, anyPerson, anyChannel, fc.integer({ min: 1, max: 6 }), property));

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

  test('a guest sees the channels they are let into and no other, and writes there unless these are protected', () =>
    holds((me, _target, channel) => {
      const guest = { ...me, isMember: false, letInto: ['a'] };
      const isIn = channel.id === 'a';
      return (
        can.seeChannel(guest, channel) === isIn &&
        can.postMessage(guest, channel) === (isIn && channel.visibility !== 'protected')
      );
    }));

  test('a person who is not a member has no right', () =>
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
        can.changeEmailInvite(outsider, { invitedBy: outsider.userId }),
        can.kick(outsider, target),
        can.ban(outsider, target),
        can.manageRole(outsider, rank),
        can.giveRole(outsider, rank, target),
      ].some(Boolean);
    }));

  test('an owner sees and writes in every channel, and manages every role', () =>
    holds((me, _target, channel, rank) => {
      const owner = { ...me, isMember: true, isOwner: true };
      return can.postMessage(owner, channel) && can.manageRole(owner, rank) && can.deleteWorkspace(owner);
    }));

  test('an additional role never removes a right', () =>
    always(
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
    ));

  test('heldTogether, sees and staffOf list exactly the people who have the right by can', () =>
    always(
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
          const named = held.map((one, i) => ({ ...one, _id: `${i}` }));
          const shown = new Map(
            [...heldTogether(named)].flatMap(([ids, holders]) => {
              const channels = new Set(ids.flatMap(id => named[Number(id)]?.visibleChannels ?? []));
              return holders.map(id => [id, channels] as const);
            }),
          );
          const staff = staffOf(owners, held);
          return members.every(
            one =>
              sees({ isOwner: one.isOwner, shown: shown.get(one.userId) }, { ...channel, _id: channel.id }) ===
                can.seeChannel(one, channel) && staff.has(one.userId) === can.banAnyone(one),
          );
        },
      ),
    ));
});
