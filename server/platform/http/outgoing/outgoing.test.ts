import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutgoing, OutgoingError } from './outgoing.ts';

const within = { bytes: 1_000, ms: 2_000 };

/** Starts a server on this machine that counts the requests that reach it. */
async function listening(
  answer = (response: ServerResponse, _request: IncomingMessage): unknown => response.end('secret'),
) {
  let reached = 0;
  const server = createServer((request, response) => {
    reached += 1;
    answer(response, request);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, reached: () => reached, server };
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

test('a redirection is not followed, wherever it leads', async () => {
  const other = await listening();
  const { port } = await listening(response => {
    response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end();
  });
  const address = `http://127.0.0.1:${port}/`;
  const outgoing = createOutgoing([address, `http://127.0.0.1:${other.port}`]);
  onTestFinished(() => outgoing.close());
  await expect(outgoing.get(address, within)).rejects.toThrow(/^answered 302, /);
  const sent = { headers: {}, body: Buffer.from('x') };
  expect((await outgoing.post(address, sent, within)).status).toBe(302);
  expect(other.reached()).toBe(0);
});

test('what is sent has its method, headers and body, and what is fetched its media type', async () => {
  const came: unknown[] = [];
  const { port } = await listening(async (response, request) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, headers } = request;
    came.push([method, headers.accept, headers['x-key'], headers.ttl, body]);
    response.setHeader('content-type', 'image/gif').end('GIF');
  });
  const address = `http://127.0.0.1:${port}/`;
  const outgoing = createOutgoing([address]);
  onTestFinished(() => outgoing.close());
  expect(await outgoing.get(address, within, { 'x-key': 'clé' })).toEqual({
    type: 'image/gif',
    bytes: Buffer.from('GIF'),
  });
  await outgoing.get(address, within, { accept: 'image/*' });
  await outgoing.post(address, { headers: { ttl: '60' }, body: Buffer.from('corps') }, within);
  expect(came).toEqual([
    ['GET', '*/*', 'clé', undefined, ''],
    ['GET', 'image/*', undefined, undefined, ''],
    ['POST', undefined, undefined, '60', 'corps'],
  ]);
});

test('a failure is told by its code, and never by the address, which may hold a secret', async () => {
  const { port, server } = await listening();
  await new Promise(closed => server.close(closed));
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND secret.exemple.fr'), { code: 'ENOTFOUND' });
  const outgoing = createOutgoing([`http://127.0.0.1:${port}`], (_name, answer) => answer(unknown, []));
  onTestFinished(() => outgoing.close());
  for (const [address, code] of [
    [`http://127.0.0.1:${port}/?key=secret`, 'ECONNREFUSED'],
    ['https://secret.exemple.fr/', 'ENOTFOUND'],
  ] as const) {
    const failure = await outgoing.get(address, within).catch(error => error);
    expect([failure.constructor, failure.message]).toEqual([OutgoingError, code]);
  }
  // A name without any address is nowhere to go either.
  const nowhere = createOutgoing([], (_name, answer) => answer(null, []));
  onTestFinished(() => nowhere.close());
  await expect(nowhere.get('https://exemple.fr/', within)).rejects.toThrow('is not an address to go to');
});

test('connections are kept for the next request, and all end when the fetcher is closed, those in use too', async () => {
  const opened: boolean[] = [];
  const asked: unknown[] = [];
  const { port, server } = await listening((response, request) => {
    asked.push(request.url);
    if (request.url === '/quick') response.end('secret');
  });
  server.on('connection', socket => {
    const n = opened.push(true) - 1;
    socket.once('close', () => (opened[n] = false));
  });
  const address = `http://127.0.0.1:${port}`;
  const outgoing = createOutgoing([address]);
  // A connection is free again a moment after its answer was read.
  await vi.waitFor(async () => {
    const before = opened.length;
    await outgoing.get(`${address}/quick`, within);
    expect(opened).toHaveLength(before);
  });
  const ended = vi.fn();
  void outgoing.get(`${address}/never`, { bytes: 5, ms: 60_000 }).catch(ended);
  await vi.waitUntil(() => asked.includes('/never'));
  await outgoing.close();
  await vi.waitFor(() => expect([opened.includes(true), ended.mock.calls.length]).toEqual([false, 1]));
});

test('sixteen requests to one server go out at once, and the next waits for one of them', async () => {
  const answers: (() => void)[] = [];
  const { port } = await listening((response, request) => {
    if (request.url === '/quick') response.end('secret');
    else answers.push(() => response.end('secret'));
  });
  const address = `http://127.0.0.1:${port}`;
  const [outgoing, other] = [createOutgoing([address]), createOutgoing([address])];
  onTestFinished(async () => {
    await Promise.all([outgoing, other].map(one => one.close()));
  });
  const all = Array.from({ length: 17 }, () => outgoing.get(`${address}/slow`, { bytes: 10, ms: 60_000 }));
  await vi.waitUntil(() => answers.length === 16);
  // Connections that were opened before this one have been heard of by then.
  for (let times = 0; times < 3; times += 1) await other.get(`${address}/quick`, within);
  expect(answers).toHaveLength(16);
  answers[3]?.();
  await vi.waitUntil(() => answers.length === 17);
  for (const end of answers) end();
  expect(await Promise.all(all)).toHaveLength(17);
});
