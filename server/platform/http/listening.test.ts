import dns from 'node:dns';
import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { boundHost, claimPort, portError } from './listening.ts';

/** Says whether a port accepts connections. */
const listens = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Resolves `localhost` to both loopback addresses, as most systems do. */
function nameBoth(): void {
  const { lookup } = dns;
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  type All = (error: null, addresses: dns.LookupAddress[]) => void;
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: dns.LookupAllOptions, done: All) => {
    if (name === 'localhost' && options.all) done(null, both);
    else lookup(name, options, done as never);
  }) as typeof lookup);
}

it('HOST=localhost opens one listener, on 127.0.0.1 only', async () => {
  nameBoth();
  const palabre = await startPalabre({ env: { HOST: 'localhost' } });
  const port = Number(new URL(palabre.url).port);
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  expect([await listens('127.0.0.1', port), await listens('::1', port)]).toEqual([true, false]);
});

it('a port that was chosen for PORT=0 is nobody else’s until the server listens on it', async () => {
  const claimed = await claimPort('127.0.0.1', 0);
  await expect(claimPort('127.0.0.1', claimed.port)).rejects.toThrow(`PORT : le port ${claimed.port} est déjà pris`);
  await claimed.release();
  expect((await claimPort('127.0.0.1', claimed.port)).port).toBe(claimed.port);
});

it('a host that is not of this machine is refused with the variable to change', async () => {
  // An address that is kept for documentation.
  const host = '203.0.113.7';
  await expect(claimPort(host, 0)).rejects.toThrow(`HOST : ${host} n'est pas une adresse de cette machine`);
});

it.each([
  ['EADDRINUSE', 'PORT : le port 443 est déjà pris sur chat.local, donnez-en un autre.'],
  ['EACCES', "PORT : ce compte n'a pas le droit d'écouter sur le port 443."],
  ...['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].map(code => [
    code,
    "HOST : chat.local n'est pas une adresse de cette machine (127.0.0.1, ou 0.0.0.0 pour toutes).",
  ]),
])('a port that cannot be listened on (%s) names the variable to change', (code, message) => {
  const error = portError(Object.assign(new Error('x'), { code }), 'chat.local', 443);
  expect(error).toMatchObject({ name: 'StartError', message });
  const other = new Error('something else');
  expect(portError(other, 'chat.local', 443)).toBe(other);
});

it('only the name localhost stands for 127.0.0.1, however it is written', () => {
  expect(['LocalHost', 'localhost.exemple.fr', '0.0.0.0', '::'].map(boundHost)).toEqual([
    ...['127.0.0.1', 'localhost.exemple.fr', '0.0.0.0', '::'],
  ]);
});

it('a given port is free again once it was found free; one that was chosen serves nobody before the server does', async () => {
  const chosen = await claimPort('127.0.0.1', 0);
  const early = connect(chosen.port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void early.destroy());
  const closed = vi.fn();
  early.once('close', closed);
  await vi.waitFor(() => expect(closed, 'ends of the connection').toHaveBeenCalled());
  await chosen.release();
  const given = await claimPort('localhost', chosen.port);
  expect(given.port).toBe(chosen.port);
  expect(await listens('127.0.0.1', chosen.port)).toBe(false);
  await given.release();
});
