import { createHash } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { countFromNow } from '../../../test/measures.ts';
import { type MockProvider, startProvider } from '../../../test/outside/provider.ts';
import { said, Visitor } from '../../../test/people/visitor.ts';
import { picture } from '../../../test/picture.ts';

let provider: MockProvider;
let other: MockProvider;
let palabre: Palabre;
/** Another server, by https, with its limits on. */
let secure: Palabre;

beforeAll(async () => {
  [provider, other] = await Promise.all([startProvider(), startProvider()]);
  const google = { GOOGLE_CLIENT_ID: 'palabre', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: provider.url };
  const oidc = { OIDC_CLIENT_ID: 'palabre', OIDC_CLIENT_SECRET: 'secret', OIDC_ISSUER: other.url };
  secure = await startPalabre({ limits: true, env: { ...google, ...oidc, PUBLIC_URL: 'https://palabre.exemple.fr' } });
  palabre = await startPalabre({
    env: {
      GOOGLE_CLIENT_ID: 'palabre',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'palabre',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ISSUER: other.url,
      OIDC_NAME: 'Compte Tilleul',
      FACEBOOK_CLIENT_ID: 'palabre',
      FACEBOOK_CLIENT_SECRET: 'secret',
      FACEBOOK_ISSUER: 'http://127.0.0.1:9',
    },
  });
});
afterAll(() => Promise.all([provider.stop(), other.stop()]));

let people = 0;
/** Makes claims of a person new to the provider. */
function somebody(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    sub: `personne-${people}`,
    email: `personne-${people}@exemple.fr`,
    email_verified: true,
    given_name: 'Inès',
    family_name: 'Ortega',
    ...more,
  };
}

/** Browser of this server. */
class Browser extends Visitor {
  constructor() {
    super(palabre);
  }
}

const meAs = async (token: string | null) =>
  (await palabre.nobody.raw<{ user: Record<string, unknown> }>('GET', '/api/user/me', { token })).body.user;
const query = (text: string, values: unknown[]) => palabre.services.database.pool.query(text, values);

describe('a login by a provider', () => {
  it('is offered for configured providers, by their names', async () => {
    expect(await palabre.nobody.ok(api.socialLogin.providers)).toEqual({
      providers: [
        { id: 'google', name: 'Google' },
        { id: 'facebook', name: 'Facebook' },
        { id: 'oidc', name: 'Compte Tilleul' },
      ],
    });
  });

  it('asks with PKCE, a state and a nonce, which the browser alone keeps', async () => {
    const response = await fetch(`${palabre.url}/auth/google`, { redirect: 'manual' });
    const { searchParams, origin } = new URL(response.headers.get('location') ?? '');
    expect(origin).toBe(provider.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'palabre',
      response_type: 'code',
      redirect_uri: `${palabre.services.env.publicUrl}/auth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; Path=\/auth; HttpOnly; SameSite=Lax/);
    expect(decodeURIComponent(cookie)).not.toContain(searchParams.get('state'));
  });

  it('begins and ends in answers that nothing keeps: they hold the secrets of one attempt', async () => {
    for (const path of ['/auth/google', '/auth/google/callback?error=access_denied']) {
      const { status, headers } = await fetch(palabre.url + path, { redirect: 'manual' });
      expect([status, headers.get('cache-control')]).toEqual([302, 'no-store']);
    }
  });

  it('makes an account the first time, and opens the same one later, whatever its e-mail becomes', async () => {
    provider.says = somebody();
    const first = await meAs((await new Browser().enter()).get('token'));
    expect(first).toMatchObject({ firstName: 'Inès', lastName: 'Ortega', email: provider.says.email, admin: false });
    // Another address, and an address that belongs to somebody else here.
    for (const email of ['une-autre@exemple.fr', (await palabre.register()).user.email]) {
      provider.says = { ...provider.says, email };
      expect(await meAs((await new Browser().enter()).get('token'))).toEqual(first);
    }
  });

  it('is counted among the logins, and so is a refused one', async () => {
    const grown = await countFromNow(palabre.url);
    provider.says = somebody();
    await new Browser().enter();
    await fetch(`${palabre.url}/auth/google/callback?error=access_denied`, { redirect: 'manual' });
    expect(await grown()).toMatchObject({
      'palabre_logins_total{kind="provider",outcome="ok"}': 1,
      'palabre_logins_total{kind="provider",outcome="failed"}': 1,
    });
  });

  it('has the account remember the browser, the first time and later', async () => {
    provider.says = somebody();
    const [first, second] = [new Browser(), new Browser()];
    for (const browser of [first, second]) {
      const me = await meAs((await browser.enter()).get('token'));
      const known = createHash('sha256').update(browser.cookie('device')).digest();
      const { rows } = await query('SELECT user_id FROM known_devices WHERE hash = $1', [known]);
      expect(rows).toEqual([{ user_id: me._id }]);
    }
  });

  it.each([true, 'true'])(
    'opens the account of an e-mail that the provider calls verified (%j)',
    async email_verified => {
      const person = await palabre.register();
      provider.says = somebody({ email: person.user.email.toUpperCase(), email_verified });
      expect(await meAs((await new Browser().enter()).get('token'))).toMatchObject({ _id: person.id });
    },
  );

  it('tells people apart by their provider: the same id at another one is somebody else', async () => {
    provider.says = somebody();
    other.says = { ...provider.says, email: 'quelqu-un-d-autre@exemple.fr' };
    const [one, two] = [await new Browser().enter(), await new Browser().enter('oidc')];
    expect((await meAs(one.get('token')))?._id).not.toBe((await meAs(two.get('token')))?._id);
  });

  it('accepts missing claims, and no invalid name', async () => {
    provider.says = somebody({ given_name: undefined, family_name: 'a\u202eb', name: 'Théo Van den Berghe' });
    expect(await meAs((await new Browser().enter()).get('token'))).toMatchObject({
      firstName: 'Théo',
      lastName: 'Van den Berghe',
      avatar: null,
    });
  });

  it('takes the picture that its provider shows, and keeps none when no account is made', async () => {
    provider.portrait = await picture();
    const shown = () => somebody({ picture: `${provider.url}/portrait.png` });
    const pictures = async () => (await query('SELECT count(*)::int AS count FROM files', [])).rows[0].count;
    const before = await pictures();
    provider.says = shown();
    expect((await meAs((await new Browser().enter()).get('token')))?.avatar).toMatch(/^\/api\/file\//);
    expect(await pictures()).toBe(before + 1);
    provider.says = shown();
    await query('ALTER TABLE sessions RENAME TO elsewhere', []);
    const failed = Object.fromEntries(await new Browser().enter());
    await query('ALTER TABLE elsewhere RENAME TO sessions', []);
    expect(failed).toEqual({ error: 'google' });
    expect(await pictures()).toBe(before + 1);
  });

  it('takes no picture from this machine, and no invalid picture', async () => {
    const bytes = await picture();
    for (const address of [`data:image/png;base64,${bytes.toString('base64')}`, `${palabre.url}/favicon.ico`]) {
      provider.says = somebody({ picture: address });
      expect((await meAs((await new Browser().enter()).get('token')))?.avatar).toBeNull();
    }
  });
});

describe('a login by a provider is refused', () => {
  const refused = async (browser: Browser, address: string) => {
    const answer = said(await browser.go(address));
    expect(answer.get('token')).toBeNull();
    return Object.fromEntries(answer);
  };

  it('with an e-mail that the provider has not verified, whether an account has it or not', async () => {
    const person = await palabre.register();
    for (const email of [person.user.email, 'encore-libre@exemple.fr']) {
      for (const email_verified of [false, undefined, 'yes', 1]) {
        provider.says = somebody({ email, email_verified });
        const browser = new Browser();
        expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'unverified' });
      }
    }
  });

  it('with a banned e-mail, linked already or not', async () => {
    const ban = (email: unknown) =>
      query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [email]);
    provider.says = somebody();
    expect((await new Browser().enter()).get('token')).not.toBeNull();
    await ban(provider.says.email);
    const browser = new Browser();
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'banned' });
    provider.says = somebody();
    await ban(provider.says.email);
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'banned' });
  });

  it('of a suspended person, linked already or not, whose way in stays as it was', async () => {
    const suspend = (email: unknown) => query('UPDATE users SET suspended_at = now() WHERE email = $1', [email]);
    provider.says = somebody();
    expect((await new Browser().enter()).get('token')).not.toBeNull();
    await suspend(provider.says.email);
    const browser = new Browser();
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'suspended' });
    const person = await palabre.register();
    provider.says = somebody({ email: person.user.email });
    await suspend(person.user.email);
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'suspended' });
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [person.id]);
    expect((await person.elsewhere()).id).toBe(person.id);
  });

  it('of a guest whose stay is over', async () => {
    provider.says = somebody();
    const browser = new Browser();
    expect((await browser.enter()).get('token')).not.toBeNull();
    await query('UPDATE users SET guest_until = now() WHERE email = $1', [provider.says.email]);
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google', reason: 'stay-over' });
  });

  it('with an answer to somebody else’s attempt, or to none', async () => {
    provider.says = somebody();
    const [mine, theirs] = [new Browser(), new Browser()];
    const address = await theirs.backFrom();
    expect(await refused(mine, address)).toEqual({ error: 'google' });
    await mine.backFrom();
    expect(await refused(mine, address)).toEqual({ error: 'google' });
    expect(said(await theirs.go(address)).get('token')).not.toBeNull();
  });

  it('with an answer to an attempt at another provider', async () => {
    provider.says = somebody();
    const browser = new Browser();
    const address = await browser.backFrom();
    const ended = async () => (await query('SELECT count(*)::int AS count FROM social_attempts', [])).rows[0].count;
    const before = await ended();
    expect(await refused(browser, address.replace('/google/', '/oidc/'))).toEqual({ error: 'oidc' });
    // Refused before the code of the first provider is shown to the other.
    expect(await ended()).toBe(before);
  });

  it('with an answer that comes more than ten minutes later', async () => {
    provider.says = somebody();
    // Begun earlier: ids made by a clock ahead would make those of later tests run ahead, too.
    const [late, inTime, begun] = [new Browser(), new Browser(), Date.now() - 10 * 60_000];
    const clock = vi.spyOn(Date, 'now').mockReturnValue(begun);
    onTestFinished(() => clock.mockRestore());
    const [address, other] = [await late.backFrom(), await inTime.backFrom()];
    clock.mockReturnValue(begun + 10 * 60_000);
    expect(await refused(late, address)).toEqual({ error: 'google' });
    clock.mockReturnValue(begun + 10 * 60_000 - 1);
    expect(said(await inTime.go(other)).get('token')).not.toBeNull();
  });

  it('with the same answer twice, even by a browser that kept its cookie', async () => {
    provider.says = somebody();
    const browser = new Browser();
    const address = await browser.backFrom();
    const twin = browser.copy();
    expect(browser.cookie('auth')).not.toBe('');
    expect(said(await browser.go(address)).get('token')).not.toBeNull();
    expect(browser.cookie('auth')).toBe('');
    const fetching = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetching.mockRestore());
    const exchanges = () => fetching.mock.calls.filter(([address]) => String(address).startsWith(provider.url));
    expect(await refused(browser, address)).toEqual({ error: 'google' });
    expect(await refused(twin, address)).toEqual({ error: 'google' });
    // Refused before the provider is shown the code again.
    expect(exchanges()).toEqual([]);
  });

  it('with an answer longer than any that a provider gives', async () => {
    const answers: [string | null, string | null][] = [];
    for (const length of [100, 600]) {
      provider.says = somebody({ note: 'x'.repeat(length * 1024) });
      const browser = new Browser();
      const answer = said(await browser.go(await browser.backFrom()));
      answers.push([answer.get('token') && 'in', answer.get('error')]);
    }
    expect(answers).toEqual([
      ['in', null],
      [null, 'google'],
    ]);
  });

  it('with the code of an attempt but not its verifier', async () => {
    provider.says = somebody();
    const [browser, thief] = [new Browser(), new Browser()];
    const stolen = new URL(await browser.backFrom()).searchParams.get('code') ?? '';
    const own = new URL(await thief.backFrom());
    own.searchParams.set('code', stolen);
    expect(await refused(thief, own.href)).toEqual({ error: 'google' });
  });

  it.each([
    ['issuer', { iss: 'https://accounts.exemple.fr' }],
    ['audience', { aud: 'une-autre-application' }],
    ['nonce', { nonce: 'un-autre' }],
    ['nonce, left out', { nonce: undefined }],
    ['time', { exp: 1_600_000_000 }],
  ])('with a token of the wrong %s', async (_what, claims) => {
    provider.says = somebody(claims);
    const browser = new Browser();
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google' });
  });

  it('with a token that the provider’s keys have not signed', async () => {
    provider.says = somebody();
    provider.signsWrongly = true;
    onTestFinished(() => {
      provider.signsWrongly = false;
    });
    const browser = new Browser();
    expect(await refused(browser, await browser.backFrom())).toEqual({ error: 'google' });
    provider.signsWrongly = false;
    expect((await new Browser().enter()).get('token')).not.toBeNull();
  });

  it('when the person cancels at the provider', async () => {
    const browser = new Browser();
    const { to } = await browser.go('/auth/google');
    const state = new URL(to).searchParams.get('state');
    const address = `/auth/google/callback?error=access_denied&state=${state}`;
    expect(await refused(browser, address)).toEqual({ error: 'google' });
  });

  it('while the provider is away, and the page says so, no longer', async () => {
    const begin = () => new Browser().go('/auth/facebook');
    expect(Object.fromEntries(said(await begin()))).toEqual({ error: 'facebook', reason: 'unavailable' });
    const { fetch } = globalThis;
    const issuer = palabre.services.env.social.facebook?.issuer ?? '';
    const back = Response.json({ issuer, authorization_endpoint: `${issuer}/authorize` });
    const asking = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (...asked) => (String(asked[0]).startsWith(issuer) ? back : fetch(...asked)));
    onTestFinished(() => asking.mockRestore());
    expect((await begin()).to).toContain(`${issuer}/authorize?`);
  });

  it('until the provider is back, which is asked again at each try', async () => {
    other.metadata = { issuer: 'https://un-autre.exemple.fr' };
    onTestFinished(() => {
      other.metadata = {};
    });
    expect(said(await new Visitor(secure).go('/auth/oidc')).get('reason')).toBe('unavailable');
    other.metadata = {};
    expect((await new Visitor(secure).go('/auth/oidc')).to).toMatch(`${other.url}/authorize?`);
  });

  it('after three hundred steps from one address in a quarter of an hour', async () => {
    const { limits } = secure.services;
    const left = await limits.spend('socialLogin', '127.0.0.1', 200);
    await limits.spend('socialLogin', '127.0.0.1', left - 1);
    onTestFinished(() => limits.clear('socialLogin', '127.0.0.1'));
    expect((await new Visitor(secure).go('/auth/google')).to).toMatch(`${provider.url}/authorize?`);
    for (const path of ['/auth/google', '/auth/google/callback?state=un-autre'])
      expect(Object.fromEntries(said(await new Visitor(secure).go(path)))).toEqual({ error: 'google' });
  });

  it('without the two-step code, which is asked for as after a password', async () => {
    const person = await palabre.register();
    await query('UPDATE users SET double_authentification = true, verification = true WHERE id = $1', [person.id]);
    provider.says = somebody({ email: person.user.email });
    const answer = await new Browser().enter();
    expect(answer.get('token')).toBeNull();
    expect(answer.get('id')).toBe(person.id);
    const pending = answer.get('pending');
    expect(await meAs(pending)).toBeUndefined();
    const body = { p_id: person.id, p_email: person.user.email };
    const sent = await palabre.nobody.raw('POST', '/api/otp/sent', { token: pending, body });
    expect(sent.status).toBe(200);
  });
});

describe('the page on which a login ends', () => {
  const cookiesOf = async (from: Palabre, path: string) =>
    (await fetch(from.url + path, { redirect: 'manual' })).headers.getSetCookie();

  it('gets the result by a cookie of this browser as well as its address, failures included', async () => {
    provider.says = somebody();
    const browser = new Browser();
    const { to } = await browser.go(await browser.backFrom());
    expect(browser.cookie('arrival')).toBe(to.replace('/login?', ''));
    expect(new URLSearchParams(browser.cookie('arrival')).get('token')).not.toBeNull();
    const [kept] = (await cookiesOf(palabre, '/auth/google/callback')).filter(cookie => cookie.startsWith('arrival='));
    expect(kept).toBe('arrival=error%3Dgoogle; Max-Age=60; Path=/; SameSite=Lax');
  });

  it('by https ignores a cookie that another host of the same domain could set', async () => {
    const kept = [...(await cookiesOf(secure, '/auth/google')), ...(await cookiesOf(secure, '/auth/google/callback'))];
    const set = kept.filter(cookie => !cookie.includes('Expires='));
    expect(set.map(cookie => cookie.split('=')[0])).toEqual(['__Host-auth', '__Host-arrival']);
    // Attributes that browsers require of cookies with the `__Host-` prefix.
    for (const cookie of set) expect(cookie).toMatch(/; Path=\/(?=;)(?!.*Domain).*; Secure/);
  });

  it('accepts a token in another site’s link only in the browser that was just given it', async () => {
    provider.says = somebody();
    const browser = new Browser();
    const { to } = await browser.go(await browser.backFrom());
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const site of ['cross-site', 'same-site'])
      expect(await new Browser().go(to, { 'sec-fetch-site': site })).toEqual({ status: 302, to: '/login' });
    expect((await browser.go(to, foreign)).to).toBe('');
    expect((await new Browser().go(to, { 'sec-fetch-site': 'none' })).to).toBe('');
  });
});
