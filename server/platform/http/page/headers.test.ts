import { expect, it } from 'vitest';
import { speakTo, statusOf } from '../../../test/floods/bare.ts';
import { startPalabre } from '../../../test/harness.ts';

const palabre = await startPalabre({ env: { PUBLIC_URL: 'https://palabre.exemple.fr' } });

/** Sends a request as it is, and returns the whole answer. */
async function ask(method: string, path: string, headers: readonly string[] = [], body = ''): Promise<string> {
  const head = [`${method} ${path} HTTP/1.1`, 'host: localhost', ...headers];
  const connection = headers.some(line => line.startsWith('upgrade')) ? 'connection: upgrade' : 'connection: close';
  const { answer } = await speakTo(palabre, [`${[...head, connection].join('\r\n')}\r\n\r\n${body}`]);
  return answer;
}

/** Reads the headers of an answer, by name in lower case. */
const headersOf = (answer: string): Record<string, string> =>
  Object.fromEntries(
    (answer.split('\r\n\r\n')[0] ?? '')
      .split('\r\n')
      .slice(1)
      .map(line => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );

it.each([
  ['an answer to people', 'GET', '/api/docs', [], 200],
  ['a refusal', 'GET', '/api/user/me', [], 401],
  ['an unknown path', 'GET', '/api/nothing', [], 404],
  ['a malformed path', 'GET', '/%zz', [], 400],
  ['a handshake that is refused', 'GET', '/socket.io/?EIO=4&transport=unknown', [], 400],
  ['a handshake', 'GET', '/socket.io/?EIO=4&transport=polling', [], 200],
  ['an upgrade that is refused', 'GET', '/', ['upgrade: h2c'], 426],
] as const)('%s has the headers by which browsers guard it', async (_what, method, path, headers, status) => {
  const answer = await ask(method, path, headers);
  expect(statusOf(answer)).toBe(status);
  const { 'content-security-policy': policy = '', ...others } = headersOf(answer);
  expect(others).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-frame-options': 'DENY',
    'strict-transport-security': 'max-age=31536000',
  });
  expect(others).not.toHaveProperty('access-control-allow-origin');
  const told = policy.split(';');
  // Pages need more than their own files: blobs for previews, style attributes, a framed video and the socket.
  expect(told.filter(directive => !directive.startsWith('script-src'))).toEqual([
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' wss://palabre.exemple.fr",
    'frame-src https://www.youtube-nocookie.com',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(told.find(directive => directive.startsWith('script-src'))).not.toMatch(/unsafe|https?:|\*/);
});

it('names below that of the public address are spoken of by HSTS where the operator says so', async () => {
  const { url } = await startPalabre({ env: { PUBLIC_URL: 'https://palabre.exemple.fr', HSTS_SUBDOMAINS: 'on' } });
  const { headers } = await fetch(`${url}/healthz`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

it('answers of the API are kept by no cache, whatever they say', async () => {
  for (const path of ['/api/user/me', '/api/auth/providers', '/api/contact'])
    expect([path, headersOf(await ask('GET', path))['cache-control']]).toEqual([path, 'no-store']);
});

it('TRACE is answered as a path that does not exist', async () => {
  const answer = await ask('TRACE', '/api/user/me', ['x-secret: tilleul']);
  expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
  expect(answer).not.toContain('tilleul');
});

it.each([
  ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked']],
  ['two lengths', ['content-length: 4', 'content-length: 9']],
])('a request with %s is refused, and what comes behind it is not read', async (_what, lengths) => {
  const inner = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const answer = await ask(
    'POST',
    '/api/user/login',
    ['content-type: application/json', ...lengths],
    `0\r\n\r\n${inner}`,
  );
  expect(statusOf(answer)).toBe(400);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
