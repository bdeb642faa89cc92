import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../../test/client.ts';
import { type Palabre, startPalabre } from '../../../test/harness.ts';
import { onceBefore } from '../../../test/locks.ts';
import { type MockProvider, startProvider } from '../../../test/outside/provider.ts';
import { Visitor } from '../../../test/people/visitor.ts';

let provider: MockProvider;
let palabre: Palabre;

beforeAll(async () => {
  provider = await startProvider();
  palabre = await startPalabre({
    env: { GOOGLE_CLIENT_ID: 'palabre', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: provider.url },
  });
});
afterAll(() => provider.stop());

/** Makes claims of a person new to the provider. */
const somebody = () => {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@exemple.fr`, email_verified: true, given_name: 'Inès', family_name: 'Ortega' };
};
const enter = async () => Object.fromEntries(await new Visitor(palabre).enter());
const idOf = async (token: string | undefined) =>
  (await new Client(palabre.url, token ?? null).ok(api.users.me)).user._id;

it.each([
  ['suspended', 'UPDATE users SET suspended_at = now() WHERE email = $1', 'suspended'],
  [
    'one of a guest whose stay ends',
    `UPDATE users SET guest_until = now() - interval '1 minute' WHERE email = $1`,
    'stay-over',
  ],
  ['banned', 'INSERT INTO banned_users (id, email) VALUES (gen_random_uuid(), $1)', 'banned'],
])(
  'An account that is %s while its person comes by a provider stays shut, and the page says why',
  async (_what, change, reason) => {
    provider.says = somebody();
    const { email } = provider.says;
    expect(await enter()).toHaveProperty('token');
    const { pool } = palabre.services.database;
    const sessions = async () =>
      (await pool.query('SELECT FROM sessions JOIN users ON users.id = user_id WHERE email = $1', [email])).rows.length;
    const before = await sessions();
    // Right before the account is held for the new session: it was open when the provider was asked.
    const hasCome = onceBefore('for share', () => pool.query(change, [email]));
    expect([await enter(), hasCome()]).toEqual([{ error: 'google', reason }, true]);
    expect(await sessions()).toBe(before);
  },
);

it('Google is asked who somebody is, by which address and name', async () => {
  const { to } = await new Visitor(palabre).go('/auth/google');
  expect(new URL(to).searchParams.get('scope')).toBe('openid email profile');
});

it('A person whose provider tells no address comes into the account that they have, and gets no other', async () => {
  provider.says = somebody();
  const first = await enter();
  // The provider is asked for what its token leaves out, and has no address either.
  provider.userinfo = async () => ({ sub: provider.says.sub });
  provider.says = { ...provider.says, email: undefined, email_verified: undefined };
  expect(await idOf((await enter()).token)).toBe(await idOf(first.token));
  provider.says = { ...somebody(), email: undefined };
  expect(await enter()).toEqual({ error: 'google', reason: 'unverified' });
});
