import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Client } from '../../../test/client.ts';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { type MockProvider, startProvider } from '../../../test/outside/provider.ts';
import { said, Visitor } from '../../../test/people/visitor.ts';
import { picture } from '../../../test/picture.ts';

let provider: MockProvider;
let doubtful: Palabre;
let trusting: Palabre;

beforeAll(async () => {
  provider = await startProvider();
  const env = { OIDC_CLIENT_ID: 'palabre', OIDC_CLIENT_SECRET: 'secret', OIDC_ISSUER: provider.url };
  const facebook = { FACEBOOK_CLIENT_ID: 'palabre', FACEBOOK_CLIENT_SECRET: 'secret', FACEBOOK_ISSUER: provider.url };
  [doubtful, trusting] = await Promise.all([
    startPalabre({ env: { ...env, ...facebook } }),
    startPalabre({ env: { ...env, OIDC_TRUST_EMAILS: 'on' } }),
  ]);
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.userinfo = null;
});

let people = 0;
/** Makes claims without `email_verified`, as Microsoft Entra does. */
function somebody(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    sub: `agent-${people}`,
    email: `agent-${people}@exemple.fr`,
    email_verified: undefined,
    given_name: 'Inès',
    family_name: 'Ortega',
    ...more,
  };
}

const comesTo = async (palabre: Palabre, by = 'oidc') => {
  const browser = new Visitor(palabre);
  return Object.fromEntries(said(await browser.go(await browser.backFrom(by))));
};
const unverified = { error: 'oidc', reason: 'unverified' };
const meAs = async (palabre: Palabre, token: string | undefined) =>
  (await palabre.nobody.raw<{ user: Record<string, unknown> }>('GET', '/api/user/me', { token: token ?? null })).body
    .user;

describe('a provider that never says whether it has verified an e-mail', () => {
  it('lets nobody in, unless the operator trusts its e-mails', async () => {
    provider.says = somebody();
    const lines = logOf(doubtful);
    expect(await comesTo(doubtful)).toEqual(unverified);
    const why = 'an e-mail that is not verified';
    expect(linesOf(lines, 'login by oidc failed')).toMatchObject([{ level: 40, why }]);
    expect(JSON.stringify(lines)).not.toContain(provider.says.email);
    const { token } = await comesTo(trusting);
    const { _id } = await meAs(trusting, token);
    const { pool } = trusting.services.database;
    const { rows } = await pool.query('SELECT email, email_proven FROM users WHERE id = $1', [_id]);
    expect(rows).toEqual([{ email: provider.says.email, email_proven: true }]);
  });

  it('opens the account of the e-mail, where it is trusted', async () => {
    const [suspected, person] = [await doubtful.register(), await trusting.register()];
    provider.says = somebody({ email: suspected.user.email });
    expect(await comesTo(doubtful)).toEqual(unverified);
    provider.says = somebody({ email: person.user.email });
    expect(await meAs(trusting, (await comesTo(trusting)).token)).toMatchObject({ _id: person.id });
  });

  it('makes an account where it is Facebook, whose address is not proven, and opens no other', async () => {
    provider.says = somebody();
    const { token } = await comesTo(doubtful, 'facebook');
    expect(await meAs(doubtful, token)).toMatchObject({ email: provider.says.email, emailProven: false });
    provider.says = somebody({ email: (await doubtful.register()).user.email });
    expect(await comesTo(doubtful, 'facebook')).toEqual({ ...unverified, error: 'facebook' });
  });

  it('is not trusted when it says that an e-mail is unverified', async () => {
    for (const email_verified of [false, 'false', 'yes', null]) {
      provider.says = somebody({ email_verified });
      expect(await comesTo(trusting)).toEqual(unverified);
    }
  });
});

describe('a person whom a provider named before', () => {
  it('opens their own account with the address of another, which keeps its password and its sessions', async () => {
    const other = await trusting.register();
    provider.says = somebody({ email_verified: true });
    const { _id } = await meAs(trusting, (await comesTo(trusting)).token);
    provider.says = { ...provider.says, email: other.user.email };
    expect(await meAs(trusting, (await comesTo(trusting)).token)).toMatchObject({ _id });
    expect((await other.call(api.users.me)).body.user).toMatchObject({ _id: other.id, emailProven: false });
    await other.elsewhere();
  });

  it('is refused by the ban of the address that their account has, whatever it is there', async () => {
    provider.says = somebody({ email_verified: true });
    expect(await comesTo(trusting)).toHaveProperty('token');
    await trusting.services.database.pool.query('INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', [
      provider.says.email,
    ]);
    provider.says = { ...provider.says, email: `autre-${provider.says.email}` };
    expect(await comesTo(trusting)).toEqual({ error: 'oidc', reason: 'banned' });
  });

  it('is believed by a token that ended within half a minute, as clocks differ, and by none that ended before', async () => {
    const ended = (secondsAgo: number) =>
      somebody({ email_verified: true, exp: Math.floor(Date.now() / 1_000) - secondsAgo });
    provider.says = ended(15);
    expect(await comesTo(trusting)).toHaveProperty('token');
    provider.says = ended(45);
    expect(await comesTo(trusting)).toEqual({ error: 'oidc' });
  });

  it('is asked about for five seconds each time, whatever is asked', async () => {
    const waiting = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => waiting.mockRestore());
    provider.says = somebody({ email_verified: true });
    expect(await comesTo(trusting)).toHaveProperty('token');
    expect([...new Set(waiting.mock.calls.map(([ms]) => ms))]).toEqual([5_000]);
  });

  it('brings their picture along up to five megabytes', async () => {
    const bytes = await picture();
    const avatarOf = async (size: number) => {
      provider.portrait = Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
      provider.says = somebody({ email_verified: true, picture: `${provider.url}/portrait.png` });
      return (await meAs(trusting, (await comesTo(trusting)).token)).avatar;
    };
    const most = 5 * 1024 * 1024;
    expect([await avatarOf(most), await avatarOf(most + 1)]).toEqual([expect.stringMatching(/^\/api\/file\//), null]);
    provider.portrait = null;
  });

  it('leaves no trace of attempts that ended more than an hour ago', async () => {
    const { pool } = trusting.services.database;
    await pool.query(`INSERT INTO social_attempts (state, ended_at)
      SELECT 'il y a ' || minutes, now() - make_interval(mins => minutes) FROM unnest('{59,61}'::int[]) AS minutes`);
    provider.says = somebody({ email_verified: true });
    expect(await comesTo(trusting)).toHaveProperty('token');
    const { rows } = await pool.query<{ state: string }>(
      `SELECT state FROM social_attempts WHERE state LIKE 'il y a %'`,
    );
    expect(rows.map(({ state }) => state)).toEqual(['il y a 59']);
  });

  it('is called by their address where it says no name', async () => {
    provider.says = somebody({ email_verified: true, given_name: undefined, family_name: undefined });
    const me = await meAs(trusting, (await comesTo(trusting)).token);
    expect(me.firstName).toBe(String(provider.says.email).split('@')[0]);
  });
});

describe('the exchange of a code', () => {
  const facebookAsks = 'https://graph.facebook.com/v23.0/oauth/access_token';
  const ways = 'token_endpoint_auth_methods_supported';
  const basic = `Basic ${Buffer.from('palabre:secret').toString('base64')}`;

  it.each([
    ['oidc', 'that names no way', {}, { header: basic, secret: null }],
    ['oidc', 'that accepts it so', { [ways]: ['client_secret_post'] }, { header: null, secret: 'secret' }],
    [
      'facebook',
      'whose endpoint is not told',
      { token_endpoint: undefined, [ways]: undefined },
      { header: null, secret: 'secret' },
    ],
  ] as const)('shows the secret of the client to %s %s, in the way it takes', async (by, _what, metadata, shown) => {
    const id = by.toUpperCase();
    const fresh = await startPalabre({
      env: { [`${id}_CLIENT_ID`]: 'palabre', [`${id}_CLIENT_SECRET`]: 'secret', [`${id}_ISSUER`]: provider.url },
    });
    provider.metadata = metadata;
    onTestFinished(() => void Object.assign(provider, { metadata: {} }));
    provider.says = somebody({ email_verified: true });
    const browser = new Visitor(fresh);
    const { to } = await browser.go(`/auth/${by}`);
    const scope = new URL(to).searchParams.get('scope');
    expect(scope).toBe(by === 'facebook' ? 'openid email public_profile' : 'openid email profile');
    const back = (await browser.go(to)).to;
    const { fetch } = globalThis;
    const exchanges: object[] = [];
    const asking = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const [address, { method, headers, body } = {}] = asked;
      if (method !== 'POST') return fetch(...asked);
      const told = new URLSearchParams(String(body));
      const header = new Headers(headers).get('authorization');
      exchanges.push({ address: String(address), header, secret: told.get('client_secret') });
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    });
    onTestFinished(() => asking.mockRestore());
    expect(Object.fromEntries(said(await browser.go(back)))).toEqual({ error: by });
    const address = by === 'facebook' ? facebookAsks : expect.stringMatching(`^${provider.url}/token$`);
    expect(exchanges).toEqual([{ address, ...shown }]);
  });
});

describe('a person who comes by a provider', () => {
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-language': 'en',
  };
  const comes = async (by: string) => {
    const browser = new Visitor(trusting);
    return said(await browser.go(await browser.backFrom(by), headers));
  };

  it('has a session of their own device and address', async () => {
    provider.says = somebody({ email_verified: true });
    const token = (await comes('oidc')).get('token');
    const { sessions } = await new Client(trusting.url, token).ok(api.accounts.sessions);
    expect(sessions).toMatchObject([{ device: 'Firefox · Linux', address: '127.0.0.1' }]);
  });

  it('is mailed in the language of their browser that the address is theirs, and so is who asks for an account', async () => {
    const person = await trusting.register();
    provider.says = somebody({ email: person.user.email });
    await comes('oidc');
    await jobsDone(trusting, 'mail.send');
    const mails = await mailsTo(trusting.dataDir, person.user.email);
    const proven = mails.find(({ subject }) => subject === 'Your address is confirmed');
    expect(proven?.text).toContain('Device: Firefox · Linux');
    const administrator = await trusting.register();
    await trusting.makeAdministrator(administrator);
    await administrator.ok(api.registration.choose, { body: { who: 'approval' } });
    onTestFinished(async () => void (await administrator.ok(api.registration.choose, { body: { who: 'everybody' } })));
    const adding = vi.spyOn(trusting.services.jobs, 'add');
    onTestFinished(() => adding.mockRestore());
    provider.says = somebody();
    const { email } = provider.says;
    expect((await comes('oidc')).get('reason')).toBe('waiting');
    const asked = { email, firstName: 'Inès', lastName: 'Ortega', message: '', language: 'en' };
    expect(adding.mock.calls).toContainEqual(['admissions.ask', asked, { key: `admissions.ask:${email}` }]);
  });
});

describe('ProConnect', () => {
  /** Makes a person of ProConnect, whose claims come in a signed userinfo answer. */
  function agent(by: 'its own' | 'another' = 'its own', more: Record<string, unknown> = {}) {
    const { sub, email } = somebody();
    provider.says = { sub };
    const told = { sub, email, given_name: 'Angela Claire', usual_name: 'Dubois', aud: 'palabre', ...more };
    provider.userinfo = () => provider.sign(told, by);
    return told;
  }

  beforeAll(() => {
    provider.metadata = {
      scopes_supported: ['openid', 'given_name', 'usual_name', 'email', 'uid', 'siret'],
      code_challenge_methods_supported: undefined,
    };
  });

  it('is asked again after an hour what it is', async () => {
    const fresh = await startPalabre({ env: ofProConnect() });
    const asked = async () => new URL((await new Visitor(fresh).go('/auth/oidc')).to).searchParams.get('scope');
    // Begun earlier: ids made on a clock ahead would leave those of later tests ahead, too.
    const [hourMs, begun] = [3_600_000, Date.now() - 3_600_000];
    const clock = vi.spyOn(Date, 'now').mockReturnValue(begun);
    onTestFinished(() => clock.mockRestore());
    const scopes = [await asked()];
    const { metadata } = provider;
    onTestFinished(() => void Object.assign(provider, { metadata }));
    provider.metadata = {};
    for (const ms of [hourMs - 1, hourMs]) {
      clock.mockReturnValue(begun + ms);
      scopes.push(await asked());
    }
    const own = 'openid email given_name usual_name';
    expect(scopes).toEqual([own, own, 'openid email profile']);
  });

  it('is asked with its own scopes, and without PKCE', async () => {
    const fresh = await startPalabre({ env: ofProConnect() });
    const { to } = await new Visitor(fresh).go('/auth/oidc');
    const { searchParams } = new URL(to);
    expect(searchParams.get('scope')).toBe('openid email given_name usual_name');
    expect([...searchParams.keys()].sort()).toEqual([
      'client_id',
      'nonce',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
  });

  const ofProConnect = () => ({
    OIDC_CLIENT_ID: 'palabre',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ISSUER: provider.url,
    OIDC_TRUST_EMAILS: 'on',
  });

  describe('a login by ProConnect', () => {
    let palabre: Palabre;
    beforeAll(async () => {
      palabre = await startPalabre({ env: ofProConnect() });
    });

    it('reads its signed userinfo, by the names of its claims', async () => {
      const { email } = agent();
      const { token } = await comesTo(palabre);
      expect(await meAs(palabre, token)).toMatchObject({ email, firstName: 'Angela Claire', lastName: 'Dubois' });
    });

    it.each([
      ['by a key that is not its own', 'another', {}],
      ['for another application', 'its own', { aud: 'une-autre-application' }],
      ['for nobody', 'its own', { aud: undefined }],
      ['in the name of another issuer', 'its own', { iss: 'https://autre.exemple.fr' }],
      ['of somebody else', 'its own', { sub: 'quelqu-un-d-autre' }],
      ['long ago', 'its own', { exp: 1_600_000_000 }],
    ] as const)('lets nobody in by an answer signed %s', async (_what, by, claims) => {
      agent(by, claims);
      expect(await comesTo(palabre)).toEqual({ error: 'oidc' });
      agent();
      expect(await comesTo(palabre)).toHaveProperty('token');
    });

    it('refuses a userinfo that is not signed at all', async () => {
      const told = agent();
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      provider.userinfo = async () => `${part({ alg: 'none' })}.${part({ ...told, iss: provider.url })}.`;
      expect(await comesTo(palabre)).toEqual({ error: 'oidc' });
    });

    /** Opens another server, which would answer with `told`. */
    async function openElsewhere(told: object) {
      const elsewhere = vi.fn();
      const other = createServer((_request, response) => {
        elsewhere();
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told));
      });
      await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void other.close());
      return { elsewhere, port: (other.address() as AddressInfo).port };
    }

    it('goes by http to this machine alone, whatever its provider names', async () => {
      const { elsewhere, port } = await openElsewhere(agent());
      const { metadata } = provider;
      onTestFinished(() => void Object.assign(provider, { metadata }));
      // This address leads here too, but is no name of this machine.
      provider.metadata = { ...metadata, userinfo_endpoint: `http://0.0.0.0:${port}/` };
      const fresh = await startPalabre({ env: ofProConnect() });
      expect(await comesTo(fresh)).toMatchObject({ error: 'oidc' });
      expect(elsewhere).not.toHaveBeenCalled();
    });

    it('goes nowhere else for it, whatever its provider answers', async () => {
      const { elsewhere, port } = await openElsewhere(agent());
      provider.movedTo = `http://127.0.0.1:${port}/`;
      onTestFinished(() => void Object.assign(provider, { movedTo: null }));
      expect(await comesTo(palabre)).toEqual({ error: 'oidc' });
      provider.movedTo = null;
      expect(elsewhere).not.toHaveBeenCalled();
      expect(await comesTo(palabre)).toHaveProperty('token');
    });

    it('accepts a plain userinfo too, of the same person alone', async () => {
      const told = agent();
      provider.userinfo = async () => ({ ...told, sub: 'quelqu-un-d-autre' });
      expect(await comesTo(palabre)).toEqual({ error: 'oidc' });
      provider.userinfo = async () => told;
      expect(await comesTo(palabre)).toHaveProperty('token');
    });
  });
});
