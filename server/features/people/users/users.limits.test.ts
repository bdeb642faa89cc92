import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre({ limits: true });
});

const login = (email: string, password: string) => palabre.nobody.call(api.users.login, { body: { email, password } });

describe('guessing passwords', () => {
  it('is refused after ten failures for one account, the right password included', async () => {
    const { user, password } = await palabre.register();
    for (let i = 0; i < 10; i += 1) expect((await login(user.email, 'pas le bon')).status).toBe(401);
    const refused = await login(user.email, password);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  });

  it('is refused in the same way for an unknown account', async () => {
    for (let i = 0; i < 10; i += 1) expect((await login('personne@exemple.fr', 'x')).status).toBe(401);
    expect((await login('personne@exemple.fr', 'x')).status).toBe(429);
  });

  it('counts concurrent guesses', async () => {
    const { user } = await palabre.register();
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(user.email, 'pas le bon')));
    expect(replies.filter(reply => reply.status === 401)).toHaveLength(10);
    expect(replies.filter(reply => reply.status === 429)).toHaveLength(10);
  });

  it('does not count right passwords', async () => {
    const { user, password } = await palabre.register();
    for (let i = 0; i < 9; i += 1) expect((await login(user.email, 'pas le bon')).status).toBe(401);
    for (let i = 0; i < 12; i += 1) expect((await login(user.email, password)).status).toBe(200);
  });

  it('is refused after a hundred failures from one address, the right password included', async () => {
    const address = '198.51.100.7';
    const { user, password } = await palabre.register();
    const from = async (email: string, tried: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await palabre.nobody.raw('POST', '/api/user/login', { body: { email, password: tried }, headers }))
        .status;
    };
    await palabre.services.limits.spend('loginAddress', address, 98);
    expect(await from(user.email, password)).toBe(200);
    const failures = [];
    for (const n of [1, 2, 3]) failures.push(await from(`adresse-${n}@exemple.fr`, 'x'));
    expect(failures).toEqual([401, 401, 429]);
    expect(await from(user.email, password)).toBe(429);
    expect((await login(user.email, password)).status).toBe(200);
  });
});

describe('an address', () => {
  const failFrom = (ip: string) =>
    palabre.nobody.raw('POST', '/api/user/login', {
      body: { email: `${ip.replaceAll(':', '-')}@exemple.fr`, password: 'x' },
      headers: { 'x-forwarded-for': ip },
    });

  it('of IPv6 is counted by its /64: failures from several of its machines end in a refusal', async () => {
    await palabre.services.limits.spend('loginAddress', '2001:db8:7:7::/64', 90);
    const replies = [];
    for (let n = 1; n <= 13; n += 1) replies.push((await failFrom(`2001:db8:7:7::${n.toString(16)}`)).status);
    expect(replies).toEqual([...Array(10).fill(401), ...Array(3).fill(429)]);
    expect((await failFrom('2001:db8:7:8::1')).status).toBe(401);
  });

  it('is refused before any of the body is read', async () => {
    const reply = await palabre.nobody.raw('POST', '/api/user/login', {
      body: 'not even JSON',
      headers: { 'x-forwarded-for': '2001:db8:7:7::1' },
    });
    expect(reply.status).toBe(429);
  });
});
