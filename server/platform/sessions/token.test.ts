import { createHmac, createSecretKey } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { looksLikeToken, readToken, signToken } from './token.ts';

/** Tests tokens that the key signed, as only its holder can; `session.test.ts` tests sessions by them. */

const [key, older, other] = ['celui d’aujourd’hui', 'celui d’avant', 'un autre'].map(text =>
  createSecretKey(Buffer.from(text)),
) as [ReturnType<typeof createSecretKey>, ReturnType<typeof createSecretKey>, ReturnType<typeof createSecretKey>];
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** Signs a header and claims, whatever they are. */
function token(claims: unknown, header: unknown = { alg: 'HS256' }, by = key): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', by).update(signed).digest('base64url')}`;
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const exp = inSeconds(3_600);

it('A token is read by the key that signed it, of today or of before, with all that it claims', async () => {
  const signed = await signToken({ sid: 'une', userId: 'zoe' }, new Date(exp * 1_000), 'id', key);
  const claims = { sid: 'une', userId: 'zoe', jti: 'id', iat: expect.any(Number), exp };
  expect(readToken(signed, [key])).toEqual(claims);
  expect(looksLikeToken(signed)).toBe(true);
  expect(readToken(token({ sid: 'une', exp }, { alg: 'HS256', typ: 'JWT' }, older), [key, older])).toEqual({
    sid: 'une',
    exp,
  });
  expect(readToken(token({ exp, nbf: inSeconds(-1) }), [key])).toEqual({ exp });
});

it.each<[string, string]>([
  ['by another key', token({ exp }, { alg: 'HS256' }, other)],
  ['by another algorithm, though the key signed it', token({ exp }, { alg: 'HS512' })],
  ['by none', token({ exp }, { alg: 'none' })],
  ['with a header that is to be understood', token({ exp }, { alg: 'HS256', crit: ['b64'], b64: false })],
  ['without a header', token({ exp }, 'none')],
  ['whose claims are no JSON', token('{')],
  ['whose claims are nothing', token('null')],
  ['without an end', token({ sid: 'une' })],
  ['whose end is no number', token({ exp: `${exp}` })],
  ['that has ended', token({ exp: inSeconds(-1) })],
  ['before its time', token({ exp, nbf: inSeconds(60) })],
  ['whose time is no number', token({ exp, nbf: 'demain' })],
  ['with a part more', `${token({ exp })}.`],
  ['without a signature', token({ exp }).replace(/[^.]+$/, '')],
  ['with a signature cut short', token({ exp }).slice(0, -1)],
])('A token %s is none', (_which, given) => expect(readToken(given, [key, older])).toBeNull());

it('A token ends at the second that it says', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(exp * 1_000 - 1);
  onTestFinished(() => clock.mockRestore());
  expect(readToken(token({ exp }), [key])).toEqual({ exp });
  clock.mockReturnValue(exp * 1_000);
  expect(readToken(token({ exp }), [key])).toBeNull();
});

it('A text looks like a token by its three parts, up to one kilobyte', () => {
  const ofLength = (length: number) => `a.b.${'c'.repeat(length - 4)}`;
  expect([ofLength(1_024), ofLength(1_025), 'a.b', 'a.b.c.d', 'a..c', 'a.b.c ', 'a.b.c='].map(looksLikeToken)).toEqual([
    ...[true, false, false, false, false, false, false],
  ]);
});
