import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { connect, createServer, DEFAULT_CIPHERS, getCiphers, type SecureVersion, type TLSSocket } from 'node:tls';
import { errors } from '@palabre/common/contract/errors.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Certificate, certificate } from '../../server/test/outside/certificate.ts';
import { freePort } from '../../server/test/outside/free-port.ts';
import { findCaddy, findNginx, ProxyProcess, publicName } from '../proxies.ts';
import { dataFolder, start, usedDataFolder } from './palabre.ts';

const nginx = await findNginx();
const caddy = await findCaddy();

/** Certificates of both kinds for the public name: each kind has suites of its own. */
function certificates(): Certificate[] {
  const folder = dataFolder();
  const kinds = ['ec', 'rsa'] as const;
  return kinds.flatMap(kind => certificate(folder, { kind, names: `DNS:${publicName}` }) ?? []);
}

/** Shakes hands on a port of this machine; returns protocol and suite, or undefined when that is refused. */
function handshake(port: number, version: SecureVersion, suite = 'ALL'): Promise<string | undefined> {
  return new Promise(told => {
    const socket: TLSSocket = connect({
      host: '127.0.0.1',
      port,
      servername: publicName,
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      // Below level 1 OpenSSL offers old versions and suites.
      ciphers: version === 'TLSv1.3' ? DEFAULT_CIPHERS : `${suite}:@SECLEVEL=0`,
    });
    socket.once('secureConnect', () => {
      told(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.once('error', () => told(undefined));
  });
}

/** Lists the suites of TLS 1.2 that a port takes, asked for one by one. */
async function suitesOf(port: number): Promise<string[]> {
  const suites = getCiphers()
    .map(name => name.toUpperCase())
    .filter(name => !/^TLS_|PSK|SRP/.test(name));
  const taken: string[] = [];
  for (const suite of suites) if (await handshake(port, 'TLSv1.2', suite)) taken.push(suite);
  return taken.sort();
}

/** Starts a server of TLS that takes all versions and suites, which shows that this test can ask for them. */
async function anythingGoes(shown: Certificate[]): Promise<number> {
  const [key, cert] = [shown.map(one => one.key), shown.map(one => one.cert)];
  const server = createServer({ key, cert, minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' });
  server.on('tlsClientError', () => {});
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** Asks a proxy by the public name; returns status, type, where it sends on to, HSTS and body. */
function ask({ port, plainPort }: ProxyProcess, scheme: 'http' | 'https', path: string, method = 'GET') {
  const options = { host: '127.0.0.1', path, method, headers: { host: publicName }, agent: false };
  const sent =
    scheme === 'http'
      ? plainRequest({ ...options, port: plainPort })
      : request({ ...options, port, servername: publicName, rejectUnauthorized: false });
  return new Promise<Record<'type' | 'location' | 'hsts' | 'body', string | undefined> & { status: number }>(
    (told, failed) => {
      sent.once('error', failed).once('response', async answer => {
        const body = Buffer.concat(await answer.toArray()).toString();
        const { 'content-type': type, location, 'strict-transport-security': hsts } = answer.headers;
        told({ status: answer.statusCode ?? 0, type, location, hsts, body });
      });
      sent.end();
    },
  );
}

const good = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

test.for([
  ['nginx', nginx],
  ['caddy', caddy],
] as const)(
  'The file of deploy/ for %s takes TLS 1.2 and 1.3 alone with suites of forward secrecy, and refuses calls in clear (skipped without it, or openssl)',
  async ([kind, program], { skip }) => {
    const shown = program ? certificates() : [];
    if (!program || shown.length < 2) return skip(`${kind} or openssl is not here`);
    const port = await freePort();
    await start(usedDataFolder(), { PORT: `${port}`, PUBLIC_URL: `https://${publicName}` }).ready();
    const proxy = await ProxyProcess[kind]({ program, folder: dataFolder(), ports: [port], certificates: shown });
    onTestFinished(() => proxy.stop());

    const old = ['TLSv1', 'TLSv1.1'] as const;
    const anything = await anythingGoes(shown);
    for (const version of old) expect(await handshake(anything, version)).toContain(version);
    for (const version of old) expect(await handshake(proxy.port, version)).toBeUndefined();
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
      expect(await handshake(proxy.port, version)).toContain(version);
    expect(await suitesOf(anything)).toEqual(expect.arrayContaining(['AES128-SHA', 'ECDHE-ECDSA-AES128-SHA', ...good]));
    expect(await suitesOf(proxy.port)).toEqual(good);

    const page = await ask(proxy, 'https', '/login');
    expect([page.status, page.hsts]).toEqual([200, 'max-age=31536000']);
    expect((await ask(proxy, 'https', '/api/user/me')).status).toBe(401);
    expect((await ask(proxy, 'https', '/socket.io/?EIO=4&transport=polling')).status).toBe(200);
    expect(await ask(proxy, 'http', '/workspaces?de=mail')).toMatchObject({
      status: 301,
      location: `https://${publicName}/workspaces?de=mail`,
    });
    for (const path of ['/api/user/login', '//api/user/login', '/%61pi/user/login', '/socket.io/?EIO=4', '/metrics']) {
      const refused = await ask(proxy, 'http', path, 'POST');
      expect(refused, path).toMatchObject({
        status: 403,
        type: 'application/json; charset=utf-8',
        location: undefined,
      });
      expect(JSON.parse(refused.body ?? '')).toEqual({ code: 'forbidden', message: errors.forbidden.fr });
    }
  },
);
