import dns from 'node:dns';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startPalabre } from '../../test/harness.ts';

/** Whether anything listens there. */
const listens = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Makes the name of this machine stand for both of its addresses, as most systems have it. */
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

it('« localhost » is one listener, whose connections are bounded as those of an address are', async () => {
  nameBoth();
  const palabre = await startPalabre({ env: { HOST: 'localhost' } });
  const port = Number(new URL(palabre.url).port);
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  expect([await listens('127.0.0.1', port), await listens('::1', port)]).toEqual([true, false]);
});
