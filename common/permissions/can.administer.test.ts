import { describe, expect, test } from 'vitest';
import { can } from './can.ts';

describe('running Palabre', () => {
  test('administrators alone administer and ban accounts; anyone reports anyone else; nobody reports or bans themself', () => {
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

  test('anyone makes workspaces and societies where everybody may, administrators alone where they alone may', () => {
    const may = (who: 'everybody' | 'administrators') => [false, true].map(admin => can.make({ admin }, who));
    expect([may('everybody'), may('administrators')]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('administrators alone suspend accounts: neither their own nor those of other administrators', () => {
    const may = (userId: string, admin: boolean, target: string, ofAdmin: boolean) =>
      can.suspendAccount({ userId, admin }, { userId: target, admin: ofAdmin });
    expect(may('me', true, 'other', false)).toBe(true);
    expect(may('me', true, 'other', true)).toBe(false);
    expect(may('me', true, 'me', true)).toBe(false);
    expect(may('me', true, 'me', false)).toBe(false);
    expect(may('me', false, 'other', false)).toBe(false);
  });

  test('administrators alone make others administrators, who have proven their address and whose account is open', () => {
    const may = (admin: boolean, proven: boolean, suspended: boolean, isGuest = false) =>
      can.makeAdministrator({ admin }, { proven, suspended, isGuest });
    expect(may(true, true, false)).toBe(true);
    expect([may(false, true, false), may(true, false, false), may(true, true, true)]).toEqual([false, false, false]);
    expect(may(true, true, false, true)).toBe(false);
  });

  test('administrators end the right and the sessions of others, never their own', () => {
    for (const right of ['endAdministrator', 'endSessions'] as const) {
      const may = (admin: boolean, target: string) => can[right]({ userId: 'me', admin }, { userId: target });
      expect([may(true, 'other'), may(true, 'me'), may(false, 'other')]).toEqual([true, false, false]);
    }
  });

  test.each(['recoverAccount', 'changeAddressOf'] as const)(
    'administrators help others whose account is open, not themselves (%s)',
    right => {
      const may = (admin: boolean, target: string, suspended: boolean) =>
        can[right]({ userId: 'me', admin }, { userId: target, suspended });
      expect(may(true, 'other', false)).toBe(true);
      expect([may(true, 'me', false), may(true, 'other', true), may(false, 'other', false)]).toEqual([
        false,
        false,
        false,
      ]);
    },
  );
});
