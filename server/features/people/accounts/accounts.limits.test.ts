import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

it('A wrong old password counts as a failed login: after ten, neither is answered', async () => {
  const [own, other] = [await palabre.register(), await palabre.register()];
  const change = (oldPassword: string) =>
    own.call(api.accounts.changePassword, {
      params: { id: own.id },
      body: { oldPassword, newPassword: 'un tout autre mot' },
    });
  for (let n = 0; n < 10; n += 1) expect((await change('pas le bon')).status).toBe(403);
  expect((await change(own.password)).status).toBe(429);
  const login = (email: string, password: string) =>
    palabre.nobody.call(api.users.login, { body: { email, password } });
  expect((await login(own.user.email, own.password)).status).toBe(429);
  expect((await login(other.user.email, other.password)).status).toBe(200);
});

it('A wrong old password counts for its address too, whatever the account', async () => {
  const address = '198.51.100.9';
  const tryFrom = async (oldPassword: string) => {
    const person = await palabre.register();
    const { status } = await person.raw('PUT', `/api/user/${person.id}/change-password`, {
      body: { oldPassword, newPassword: 'un tout autre mot' },
      headers: { 'x-forwarded-for': address },
    });
    return status;
  };
  await palabre.services.limits.spend('loginAddress', address, 99);
  expect([await tryFrom('pas le bon'), await tryFrom('un mot de passe sûr')]).toEqual([403, 429]);
});

it('A right password costs nothing, neither its account nor its address, at a login or an identity proof', async () => {
  const [person, address] = [await palabre.register(), '198.51.100.10'];
  const { limits } = palabre.services;
  const headers = { 'x-forwarded-for': address };
  const { email } = person.user;
  const { password } = person;
  await limits.spend('loginAddress', address, 99);
  for (const right of [
    () => palabre.nobody.raw('POST', '/api/user/login', { body: { email, password }, headers }),
    () => person.raw('POST', '/api/user/me/reauthenticate', { body: { password }, headers }),
  ]) {
    await limits.spend('loginAccount', email, 9);
    for (const _ of [1, 2]) expect((await right()).status).toBe(200);
  }
});

it('A profile changes 60 times in an hour', async () => {
  const person = await palabre.register();
  const change = () => person.call(api.accounts.update, { params: { id: person.id }, body: {} });
  await palabre.services.limits.spend('profile', person.id, 58);
  for (const _ of [1, 2]) expect((await change()).status).toBe(200);
  expect(await change()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
});

it('What people change of their hours, export, or open of a linked account counts for them', async () => {
  const [person, other] = [await palabre.register(), await palabre.register()];
  await person.ok(api.linkedAccounts.link, { body: { email: other.user.email, password: other.password } });
  const acts = {
    profile: [
      () => person.ok(api.availability.setHours, { body: { hours: null } }),
      () => person.ok(api.availability.followDefault),
      () => person.ok(api.availability.setAbsences, { body: { absences: [] } }),
      () => person.ok(api.availability.setQuiet, { body: { until: null } }),
    ],
    switchAccount: [() => person.ok(api.linkedAccounts.token, { params: { id: other.id } })],
    export: [() => person.raw('GET', '/api/user/me/export'), () => person.ok(api.personalData.prepare)],
  };
  const spending = vi.spyOn(palabre.services.limits, 'spend');
  for (const [limit, all] of Object.entries(acts)) {
    for (const [nth, act] of all.entries()) {
      await act();
      const spent = spending.mock.calls.filter(([name, whose]) => name === limit && whose === person.id);
      expect([limit, spent.length]).toEqual([limit, nth + 1]);
    }
  }
  spending.mockRestore();
});

it('Read marks and levels of places are set 600 times in a minute', async () => {
  const [person, other] = [await palabre.register(), await palabre.register()];
  const { conversation } = await person.ok(api.conversations.create, { body: { users: [other.id] } });
  const where = { conversationId: conversation._id };
  const mark = (who = person) => who.call(api.unread.mark, { body: { ...where, position: 1 } });
  await palabre.services.limits.spend('read', person.id, 599);
  expect((await mark()).status).toBe(200);
  const refused = await mark();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await person.call(api.unread.markAll)).status).toBe(429);
  expect((await person.call(api.unread.undoMarkAll, { body: { undo: conversation._id } })).status).toBe(429);
  expect((await person.call(api.unread.setLevel, { body: { ...where, muted: true } })).status).toBe(429);
  expect((await person.ok(api.unread.one, { query: where })).unread.muted).toBe(false);
  expect((await mark(other)).status).toBe(200);
});
