import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutgoing, OutgoingError } from './outgoing.ts';

const within = { bytes: 1_000, ms: 2_000 };

/** Starts a server on this machine that counts the requests that reach it. */
async function listening(answer = (response: ServerResponse): unknown => response.end('secret')) {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    answer(response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, reached: () => reached };
}

test.each([
  'https://127.0.0.1/',
  'http://exemple.fr/',
  'https://exemple.fr:8443/',
  'https://u:p@exemple.fr/',
  'ftp://exemple.fr/',
])('URL %s is refused', async address => {
  const outgoing = createOutgoing();
  onTestFinished(() => outgoing.close());
  await expect(outgoing.get(address, within)).rejects.toThrow('is not an address to go to');
});

test('IP addresses in other notations are refused too', async () => {
  const outgoing = createOutgoing();
  onTestFinished(() => outgoing.close());
  for (const host of [
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
  ]) {
    await expect(outgoing.get(`https://${host}/`, within), host).rejects.toThrow('is not an address to go to');
  }
});

test('a name that resolves to this machine is refused, whatever it resolved to before', async () => {
  const { reached } = await listening();
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '93.184.215.14', family: 4 },
      { address: '::1', family: 6 },
    ],
  ];
  const outgoing = createOutgoing([], (_name, answer) => answer(null, answers.shift() ?? []));
  onTestFinished(() => outgoing.close());
  for (let n = 0; n < 3; n += 1)
    await expect(outgoing.get('https://gifs.exemple.fr/', within)).rejects.toThrow('is not an address to go to');
  expect([answers.length, reached()]).toEqual([0, 0]);
});

test('the configured provider on this machine is reached, and no other port of it', async () => {
  const [own, other] = [await listening(), await listening()];
  const outgoing = createOutgoing([`http://127.0.0.1:${own.port}/v2`]);
  onTestFinished(() => outgoing.close());
  expect((await outgoing.get(`http://127.0.0.1:${own.port}/v2/search`, within)).bytes.toString()).toBe('secret');
  await expect(outgoing.get(`http://127.0.0.1:${other.port}/`, within)).rejects.toThrow('is not an address to go to');
  expect(other.reached()).toBe(0);
});

test('a private address elsewhere is refused even when configured', async () => {
  const outgoing = createOutgoing(['http://10.0.0.1/v2']);
  onTestFinished(() => outgoing.close());
  await expect(outgoing.get('http://10.0.0.1/v2/search', within)).rejects.toThrow('is not an address to go to');
});

test('what is posted gets the status and the start of what is answered, and goes nowhere that is not allowed', async () => {
  const { port } = await listening();
  const outgoing = createOutgoing([`http://127.0.0.1:${port}`]);
  onTestFinished(() => outgoing.close());
  const sent = { headers: { 'content-type': 'text/plain' }, body: Buffer.from('x') };
  const limits = { bytes: 3, ms: 2_000 };
  expect(await outgoing.post(`http://127.0.0.1:${port}/`, sent, limits)).toEqual({ status: 200, text: 'sec' });
  for (const address of ['https://127.0.0.1/', 'http://exemple.fr/', 'https://exemple.fr:8443/'])
    await expect(outgoing.post(address, sent, limits)).rejects.toThrow('is not an address to go to');
});

test('what is fetched is refused beyond its bytes, whether it says their number or not, and beyond its time', async () => {
  const [told, untold, silent] = await Promise.all([
    listening(),
    listening(response => response.write('sec', () => response.end('ret'))),
    listening(() => {}),
  ]);
  const addresses = [told, untold, silent].map(({ port }) => `http://127.0.0.1:${port}/`);
  const outgoing = createOutgoing(addresses);
  onTestFinished(() => outgoing.close());
  const [ofTold = '', ofUntold = '', ofSilent = ''] = addresses;
  for (const address of [ofTold, ofUntold])
    expect(`${(await outgoing.get(address, { bytes: 6, ms: 2_000 })).bytes}`).toBe('secret');
  await expect(outgoing.get(ofTold, { bytes: 5, ms: 2_000 })).rejects.toThrow('answered 200, 6 bytes');
  await expect(outgoing.get(ofUntold, { bytes: 5, ms: 2_000 })).rejects.toThrow('answered more than 5 bytes');
  const ended = vi.fn();
  outgoing.get(ofSilent, { bytes: 5, ms: 50 }).catch(ended);
  await vi.waitFor(() => expect(ended, 'it still waits for an answer').toHaveBeenCalled(), eventWaitTimeoutMs);
  expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(OutgoingError);
});
