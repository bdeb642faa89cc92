import { describe, expect, it } from 'vitest';
import { inviteDurations } from '../../contract/workspaces/invites.ts';
import { inviteDuration, inviteExpired, inviteOpens, inviteUsedUp } from './invites.ts';

const createdAt = Date.parse('2026-11-21T09:30:00.000Z');
const hourMs = 3_600_000;
const invite = { created_at: '2026-11-21T09:30:00.000Z', time: '24h', users: ['zoe', 'yann'], maxUses: 3 };
const karim = { userId: 'karim', isMember: false, banned: false };

describe('an invite by a code', () => {
  it.each([
    ['1h', 1],
    ['168h', 168],
    ['0h', 0],
    ['1d', 0],
    ['24', 0],
    ['1.5h', 0],
    ['-1h', 0],
    [' 24h', 0],
    ['', 0],
  ])('inviteDuration of « %s » is %s hours', (time, hours) => {
    expect(inviteDuration(time)).toBe(hours * hourMs);
  });

  it('inviteDurations are those that the page offers, an hour to a week, in hours', () => {
    expect(inviteDurations).toEqual({ '1h': 1, '2h': 2, '6h': 6, '12h': 12, '1d': 24, '2d': 48, '1w': 168 });
  });

  it('inviteExpired is false until its duration has passed, and true at once for a duration that is none', () => {
    const after = (ms: number, time = '24h') => inviteExpired({ ...invite, time }, createdAt + ms);
    expect([after(0), after(24 * hourMs), after(24 * hourMs + 1)]).toEqual([false, false, true]);
    expect(after(1, '1d')).toBe(true);
  });

  it('inviteUsedUp is true once as many people have used it as it lets in', () => {
    expect([2, 3, 1].map(maxUses => inviteUsedUp({ ...invite, maxUses }))).toEqual([true, false, true]);
  });

  it('inviteOpens lets each person in once, and nobody who is banned, nor after its end or its last use', () => {
    const opens = (person = {}, more = {}, ms = hourMs) =>
      inviteOpens({ ...invite, ...more }, { ...karim, ...person }, createdAt + ms);
    expect(opens()).toBe(true);
    expect([opens({ userId: 'zoe' }), opens({ banned: true }), opens({}, { maxUses: 2 })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(opens({}, {}, 25 * hourMs)).toBe(false);
  });

  it('inviteOpens finds a member one already, whoever has used it, while it is good and they are not banned', () => {
    const finds = (person = {}, more = {}, ms = hourMs) =>
      inviteOpens({ ...invite, ...more }, { ...karim, isMember: true, ...person }, createdAt + ms);
    expect([finds({ userId: 'zoe' }), finds({}, { maxUses: 2 })]).toEqual([true, true]);
    expect([finds({ banned: true }), finds({}, {}, 25 * hourMs)]).toEqual([false, false]);
  });
});
