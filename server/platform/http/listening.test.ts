import dns from 'node:dns';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';
import { claimPort } from './listening.ts';

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
