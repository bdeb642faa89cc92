import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sized } from '../figures.ts';
import { version } from '../paths.ts';
import { marksOf } from '../sessions/lasting-keys.ts';
import type { SecretInUse } from '../sessions/secret-in-use.store.ts';
import { Secrets } from '../sessions/secrets.ts';
import { address, sockets } from './address.ts';
import { certificate } from './certificate.ts';
import { bad, good, look } from './finding.ts';
import { clock, descriptors, disk, processors, system } from './machine.ts';
import { secret } from './secret.ts';
import { tls } from './tls.ts';

/** Tests the words of the doctor, each with what to do; `finding.test.ts` and `subjects.test.ts` test its bounds. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'palabre-words-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Returns an address at which a server listens, closed after the test. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('The machine is told by its version, its disk, its descriptors, its processors and its clock', async () => {
  expect((await system()).says).toMatch(new RegExp(`^${version}, Node ${process.versions.node}, ${process.platform} `));
  const free = (gigabytes: number) =>
    disk('/donnees', async () => ({ bavail: gigabytes * 1_000, bsize: 1_000_000, blocks: 9_000 }));
  const says = (gigabytes: number) => `${sized(gigabytes * 1e9)} libres sur ${sized(9e9)} (/donnees)`;
  expect(await free(6)).toEqual(good(says(6)));
  expect(await free(4)).toEqual(look(says(4), 'faites de la place, ou agrandissez le disque'));
  expect(await free(0.1)).toEqual(
    bad(says(0.1), 'la base et les fichiers vont s’arrêter : faites de la place maintenant'),
  );
  const limits = join(await folder(), 'limits');
  const of = async (limit: number) => {
    await writeFile(limits, `Max open files            ${limit}  1048576  files\n`);
    return descriptors(limits);
  };
  expect(await of(65_536)).toEqual(good('65\u202f536 fichiers et connexions au plus'));
  expect(await of(1_024)).toEqual(
    look(
      '1\u202f024 fichiers et connexions au plus',
      'donnez-en davantage : ulimit -n 65536, ou LimitNOFILE=65536 pour systemd',
    ),
  );
  const cores = availableParallelism();
  const shared = (workers: number) => `${workers} derrière un port, sur ${cores} cœur${cores > 1 ? 's' : ''}`;
  expect(processors(cores)).toEqual(good(shared(cores)));
  expect(processors(cores + 1)).toEqual(
    look(
      shared(cores + 1),
      'donnez à WORKERS autant de processus que de cœurs, au plus : les autres coûtent sans servir',
    ),
  );
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  onTestFinished(() => now.mockRestore());
  expect(clock('la base', new Date(1_000_000))).toEqual(good('à la même heure que la base'));
  expect(clock('la base', new Date(1_060_000))).toEqual(
    bad('60 s d’écart avec la base', 'réglez les deux horloges sur la même heure (chrony, systemd-timesyncd)'),
  );
});

it('TLS is told as it is required, is everywhere, or is lacking somewhere', () => {
  const of = (isRequired: boolean, ...without: string[]) => tls({ tls: { isRequired, without } });
  expect(of(true)).toEqual(good('exigé, avec des certificats vérifiés (REQUIRE_TLS=on)'));
  expect(of(false)).toEqual(good('partout, sans que REQUIRE_TLS=on l’exige'));
  expect(of(false, 'HOST', 'REDIS_URL')).toEqual(
    good('non exigé, et absent ou sans certificat vérifié : HOST, REDIS_URL'),
  );
});

it('An address is told with where it leads, what answers there, and what its proxy leaves out', async () => {
  const headers: Record<string, string> = {};
  let [status, body] = [200, '{"status":"ok"}'];
  const url = `http://${await listening(createServer((_request, response) => response.writeHead(status, headers).end(body)))}`;
  expect(await address(url)).toEqual(good(`${url} répond`));
  expect(await address(url.replace('127.0.0.1', '0.0.0.0'))).toEqual(
    look(
      `${url.replace('127.0.0.1', '0.0.0.0')} répond, sans https`,
      'sans https, ni copie de réponses sur l’appareil ni notifications du navigateur : mettez un certificat devant',
    ),
  );
  expect(await address(url, true)).toEqual(
    look(
      `${url} répond, sans includeSubDomains`,
      'HSTS_SUBDOMAINS=on ne passe pas le mandataire : écrivez « ; includeSubDomains » dans son Strict-Transport-Security',
    ),
  );
  body = 'Bienvenue';
  expect(await address(url)).toEqual(
    bad(
      `${url} répond 200, et ce n’est pas Palabre`,
      'voyez où le mandataire envoie (docs/operations.md, « Behind a proxy »)',
    ),
  );
  Object.assign(headers, { location: '/connexion' });
  for (status of [300, 399])
    expect(await address(url)).toEqual(
      bad(`${url} renvoie vers /connexion`, 'donnez à PUBLIC_URL l’adresse qui répond sans renvoyer ailleurs'),
    );
  const within = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => within.mockRestore());
  await address(url);
  expect(within.mock.calls).toEqual([[8_000]]);
});

/** Accepts WebSockets and greets them, if with anything; returns their address, and those that are still open. */
async function greeting(greets?: Buffer): Promise<{ url: string; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    if (greets) socket.write(greets);
    // Answers the close of the client with its own, as a server does.
    socket.on('data', () => socket.end(Buffer.from([0x88, 0])));
  });
  return { url: `http://${await listening(server)}`, open };
}
const frame = (said: string) => Buffer.from([0x81, said.length, ...Buffer.from(said)]);

it('Sockets are told as they are greeted, closed or silent, and the one that was tried is closed', async () => {
  const [well, other] = [await greeting(frame('0{"sid":"x"}')), await greeting(frame('Bienvenue'))];
  expect(await sockets(well.url)).toEqual(good('la page reçoit les nouveautés dès qu’elles arrivent'));
  expect(await sockets(other.url)).toEqual(
    bad('ce qui répond n’est pas Palabre', 'voyez où le mandataire envoie /socket.io/'),
  );
  for (const { open } of [well, other]) await vi.waitFor(() => expect(open.size, 'sockets left open').toBe(0));
  // The server closes at once, with the code 1001.
  const closing = await greeting(Buffer.from([0x88, 2, 0x03, 0xe9]));
  await expect(sockets(closing.url)).rejects.toThrow('fermé (1001)');
  await expect(sockets('http://127.0.0.1:9')).rejects.toThrow('connexion refusée');
  const silent = await greeting();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const late = sockets(silent.url).catch((error: Error) => error.message);
  await vi.waitFor(() => expect(silent.open.size).toBe(1));
  vi.advanceTimersByTime(8_000);
  expect(await late).toBe('sans réponse en 8 s');
});

it('A certificate that never comes is waited for eight seconds, at the port of https', async () => {
  const within = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => within.mockRestore());
  await expect(certificate('https://127.0.0.1')).rejects.toThrow('127.0.0.1:443');
  const open = new Set<Socket>();
  const silent = createPlainServer(socket => {
    // Reads what comes, so that it sees the end of the connection.
    open.add(
      socket
        .on('error', () => {})
        .on('close', () => open.delete(socket))
        .resume(),
    );
  });
  const late = new AbortController();
  within.mockReturnValue(late.signal);
  const asked = certificate(`https://${await listening(silent)}`).catch((error: Error) => error.name);
  await vi.waitUntil(() => open.size === 1);
  late.abort();
  expect([await asked, within.mock.calls]).toEqual(['AbortError', [[8_000], [8_000]]]);
  await vi.waitFor(() => expect(open.size, 'connections left open').toBe(0));
});

it('A secret is told by what still needs the one before it, in the singular or the plural', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const [today, before, other] = [bytes('celui d’aujourd’hui'), bytes('celui d’avant'), bytes('un autre')];
  const markOf = (jwtSecret: Uint8Array) => marksOf(new Secrets({ jwtSecret }))[0];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const until = new Date('2026-12-30T12:00:00Z');
  /** Looks at these secrets, where a database says which is in use, and what the one before is needed for. */
  const told = (
    inUse: Partial<SecretInUse> | undefined,
    uses: { sessions?: number; mails?: number } = {},
    previous?: Uint8Array,
  ) => {
    const row = inUse && { mark: markOf(today), markBefore: markOf(before), since: null, olderKeys: null, ...inUse };
    const query = async (text: string) => {
      if (text.includes('to_regclass')) return { rows: [{ there: true }] };
      if (text.includes('FROM secret_in_use')) return { rows: row ? [row] : [] };
      if (text.includes('FROM sessions')) return { rows: [{ sessions: uses.sessions ?? 0, until }] };
      return { rows: [{ mails: uses.mails ?? 0 }] };
    };
    return secret({ env: { jwtSecret: today, jwtSecretPrevious: previous } as never, pool: { query } as never });
  };
  const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long' });
  const [since, says] = [hoursAgo(1.1), `remplacé le ${day.format(hoursAgo(1.1))}`];
  const unknown = look(
    'JWT_SECRET_PREVIOUS n’est pas le secret d’avant : rien n’est lu par lui',
    'donnez celui qui servait jusqu’au remplacement, ou aucun',
  );
  expect(await told(undefined)).toEqual(good('noté au prochain démarrage'));
  expect(await told({})).toEqual(good('le même depuis le premier démarrage'));
  expect(await told({}, {}, before)).toEqual(unknown);
  expect(await told({ since }, {}, other)).toEqual(unknown);
  expect(await told({ mark: markOf(before) }, {}, before)).toEqual(
    good('remplacé au prochain démarrage, qui lira encore l’ancien'),
  );
  expect(await told({ mark: markOf(before) })).toEqual(
    look(
      'un autre que celui du dernier démarrage : le prochain mettra fin aux sessions et perdra les e-mails qui attendent',
      'donnez celui d’avant dans JWT_SECRET_PREVIOUS, sauf s’il a été vu (docs/operations.md, « Another secret »)',
    ),
  );
  expect(await told({ since })).toEqual(good(says));
  const ends = `(jusqu’au ${day.format(until)} au plus tard)`;
  expect(await told({ since }, { sessions: 1, mails: 1 })).toEqual(
    look(
      `${says}, et l’ancien n’est plus lu : 1 session ${ends}, 1 e-mail qui attend`,
      'donnez-le dans JWT_SECRET_PREVIOUS, sauf s’il a été vu (docs/operations.md, « Another secret »)',
    ),
  );
  expect(await told({ since }, { sessions: 2, mails: 2 }, before)).toEqual(
    good(`${says}, l’ancien est encore lu : 2 sessions ${ends}, 2 e-mails qui attendent`),
  );
  expect((await told({ since: hoursAgo(0.9) }, {}, before)).says).toMatch(/ lu : les codes envoyés dans l’heure$/);
  expect(await told({ since }, {}, before)).toEqual(
    look(
      `${says}, plus rien ne demande l’ancien`,
      'retirez JWT_SECRET_PREVIOUS, ou supprimez jwt-secret.previous de DATA_DIR, et redémarrez',
    ),
  );
});
