import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pictures } from '../../platform/files/pictures.ts';
import { Arrivals } from '../../platform/http/floods/arrivals.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { asSquare, holdPictures } from '../hold-pictures.ts';
import { countLockWaits, holdLock } from '../locks.ts';
import { gather, type Team } from '../people/team.ts';
import { post } from '../people/world.ts';
import { refused } from '../refused.ts';
import { headOf, speakTo, statusOf } from './bare.ts';

let palabre: Palabre;
let camille: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  team = await gather(camille, await palabre.register());
});

const head = (path: string, headers: Record<string, string | number>) => headOf('POST', path, headers);
const multipart = 'multipart/form-data; boundary=x';

describe('a request that never ends', () => {
  const withinMs = 60_000;
  let hurried: Palabre;
  let karim: Person;
  /** Moves the clock of arrivals by hand: nothing is late because the machine is slow. */
  let time = performance.now();
  const looks = vi.spyOn(Arrivals.prototype, 'look');
  afterAll(() => looks.mockRestore());
  beforeAll(async () => {
    hurried = await startPalabre({ arrivals: { withinMs, lookEveryMs: 5, now: () => time } });
    karim = await hurried.register();
  });
  const begin = (...said: string[]) => speakTo(hurried, said);
  /** Moves the clock a second at a time until a promise settles. */
  async function until<T>(coming: Promise<T>, meanwhile = () => {}): Promise<T> {
    let come = false;
    void coming.then(() => {
      come = true;
    });
    for (const end = time + 3 * withinMs; !come; time += 1_000) {
      if (time > end) throw new Error('not closed after three times its time');
      meanwhile();
      await hurried.nobody.raw('GET', '/healthz');
      const before = looks.mock.calls.length;
      await vi.waitUntil(() => looks.mock.calls.length > before, { interval: 1 });
    }
    return coming;
  }

  it('is closed at its time limit, with an answer, whatever it holds, and other requests are served meanwhile', async () => {
    const began = time;
    const json = await begin(
      head('/api/user/register', { 'content-type': 'application/json', 'content-length': 900 }),
      '{"a":',
    );
    const form = await begin(
      head('/api/user/register', { 'content-type': multipart, 'content-length': 900 }),
      '--x\r\n',
    );
    const chunked = await begin(
      head('/api/user/register', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
      '5\r\n{"a":\r\n',
    );
    await karim.ok(api.workspaces.create, { body: { title: 'Pendant ce temps' } });
    for (const { answer } of [json, form, chunked]) {
      expect(statusOf(await until(answer))).toBe(408);
      expect(await answer).toContain('"request_timeout"');
    }
    expect(time - began).toBeGreaterThanOrEqual(withinMs);
    expect(await refused(hurried, 'slow_request')).toBe(3);
  });

  it('is closed when it was refused at once, too', async () => {
    const { answer } = await begin(
      head('/api/workspace', { 'content-type': multipart, 'content-length': 5_000_000 }),
      'x'.repeat(1_000),
    );
    expect(statusOf(await until(answer))).toBe(401);
  });

  it('continues as long as an upload sends enough, for several times the limit of other requests', async () => {
    const { socket, answer } = await begin(
      head('/api/user/register', { 'content-type': multipart, 'transfer-encoding': 'chunked', connection: 'close' }),
    );
    const bring = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    let ended = false;
    void answer.then(() => {
      ended = true;
    });
    bring('--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n');
    for (let others = 0; others < 3; others += 1) {
      const other = await begin(
        head('/api/user/register', { 'content-type': 'application/json', 'content-length': 900 }),
      );
      // Above the least speed of an upload, below the largest picture.
      const closed = await until(other.answer, () => bring('x'.repeat(15_000)));
      expect([statusOf(closed), ended]).toEqual([408, false]);
    }
    bring('\r\n--x--\r\n');
    socket.write('0\r\n\r\n');
    expect(statusOf(await answer)).toBe(400);
  });
});

describe('bodies pending in memory', () => {
  it('of 150 connections that stop after 9.9 MB are read for three, and the others of that address refused', async () => {
    const patient = await startPalabre();
    const size = 9_900_000;
    const part = Buffer.alloc(size - 100_000, 'x');
    const large = () =>
      speakTo(patient, [
        head('/api/user/register', { 'content-type': multipart, 'content-length': size, connection: 'close' }),
        part,
      ]);
    const connections = await Promise.all(Array.from({ length: 150 }, large));
    const statuses: number[] = [];
    for (const { answer } of connections) void answer.then(text => statuses.push(statusOf(text)));
    await vi.waitUntil(() => statuses.length >= 147);
    expect(await refused(patient, 'body_memory')).toBe(147);
    expect(statuses).toEqual(Array(147).fill(429));
    for (const { socket } of connections) socket.destroy();
  });

  it('of a few large files delay no message of the same address, and are freed once they have left', async () => {
    const patient = await startPalabre();
    const [writer, size] = [await patient.register(), 8 * 1024 * 1024];
    const large = () =>
      speakTo(patient, [head('/api/user/register', { 'content-type': multipart, 'content-length': size })]);
    const files = await Promise.all(Array.from({ length: 4 }, large));
    await vi.waitUntil(async () => {
      const { socket, answer } = await large();
      socket.end();
      return statusOf(await answer) === 429;
    });
    await writer.ok(api.workspaces.create, { body: { title: 'Un message passe' } });
    for (const { socket } of files) socket.destroy();
    const image = { bytes: Buffer.alloc(size), name: 'a.png', type: 'image/png' };
    await vi.waitUntil(async () => {
      const { body } = await writer.call(api.workspaces.create, { body: { title: 'Un' }, image });
      return body.code === 'invalid_image';
    });
  });

  it('are freed once they are answered', async () => {
    const bytes = Buffer.alloc(9_000_000);
    for (let n = 0; n < 8; n += 1) {
      const image = { bytes, name: 'a.png', type: 'image/png' };
      expect((await camille.call(api.workspaces.create, { body: { title: 'Un' }, image })).body.code).toBe(
        'invalid_image',
      );
    }
  });
});

describe('a broken form', () => {
  const broken: Record<string, [type: string, body: string]> = {
    'without an end': [multipart, '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nUn titre'],
    'cut in its head': [multipart, '--x\r\ncontent-disposition: form-da'],
    'of nothing': [multipart, ''],
    'without a boundary': ['multipart/form-data', '--x\r\n\r\n--x--\r\n'],
    'with a boundary of 5,000 characters': [
      `multipart/form-data; boundary=${'b'.repeat(5_000)}`,
      `--${'b'.repeat(5_000)}--`,
    ],
    'of other bytes': [multipart, '\0\x01\x02 nothing that a form would hold'],
    'with a part that has no name': [multipart, '--x\r\ncontent-type: text/plain\r\n\r\nx\r\n--x--\r\n'],
    'with a name of every object': [
      multipart,
      '--x\r\ncontent-disposition: form-data; name="constructor"\r\n\r\nx\r\n--x--\r\n',
    ],
  };
  it.each(Object.entries(broken))(
    '%s is refused with 400, and without a session with 401',
    async (_what, [type, body]) => {
      const headers = { 'content-type': type };
      const mine = await camille.raw('POST', '/api/workspace', { body, headers });
      expect([mine.status, mine.body.code]).toEqual([400, 'invalid_input']);
      expect((await palabre.nobody.raw('POST', '/api/workspace', { body, headers })).status).toBe(401);
      expect((await palabre.nobody.raw('POST', '/api/user/register', { body, headers })).status).toBe(400);
    },
  );
});

describe('an upgrade', () => {
  const upgrade = (path: string, to: string) =>
    speakTo(palabre, [headOf('GET', path, { connection: 'Upgrade, HTTP2-Settings', upgrade: to })]);
  it.each([
    ['/', 'h2c', 426],
    ['/api/user/me', 'h2c', 426],
    ['/socket.io/?EIO=4&transport=websocket', 'h2c', 426],
    ['/elsewhere', 'websocket', 400],
  ])('of %s to %s is answered with a status', async (path, to, status) => {
    const answer = await (await upgrade(path, to)).answer;
    expect(statusOf(answer)).toBe(status);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ message: expect.stringMatching(/\.$/) });
  });
});

describe('concurrent changes of one person', () => {
  it('beyond 16 wait unread for their turn, and beyond 272 are refused', async () => {
    const place = team.welcome._id;
    const held = await palabre.services.database.pool.connect();
    await held.query('BEGIN');
    await held.query('SELECT FROM places WHERE id = $1 FOR UPDATE', [place]);
    const { _id } = await (async () => {
      const message = post(camille, await team.channel('à part'), 'À changer');
      return message;
    })();
    const edits = Array.from({ length: 300 }, (_, n) =>
      camille.call(api.messages.edit, { params: { id: _id }, body: { content: `Version ${n}` } }),
    );
    const early = await Promise.race(edits.map(edit => edit.then(({ status }) => status)));
    expect([200, 429]).toContain(early);
    await held.query('ROLLBACK');
    held.release();
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(272);
    expect(statuses.filter(status => status === 429).length).toBe(await refused(palabre, 'changes'));
  });

  it('wait for each other in one workspace without connections: other people are served', async () => {
    const { pool } = palabre.services.database;
    const held = await holdLock(palabre, 'SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [team.id]);
    const changes = Array.from({ length: 40 }, (_, n) =>
      camille.call(api.channels.create, { body: { title: `Salon ${n}`, visibility: 'public', workspaceId: team.id } }),
    );
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    const other = await palabre.register();
    await other.ok(api.workspaces.create, { body: { title: 'Ailleurs' } });
    expect(pool.waitingCount).toBe(0);
    await held.query('ROLLBACK');
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('pictures slow to process', () => {
  it('of one person, 25 at once: one is processed, one waits, others are refused unread, and one of another person goes before those waiting', async () => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2a6390' } })
      .png()
      .toBuffer();
    const other = await palabre.register();
    const send = (who: Person) =>
      who.call(api.workspaces.create, {
        body: { title: 'Un' },
        image: { bytes, name: 'a.png', type: 'image/png' },
      });
    // Holds another picture of hers in processing until the test ends it, however fast the machine.
    const letGo = await holdPictures(pictures, 'small');
    const treated = pictures.make({ person: camille.id, address: '192.0.2.1' }, asSquare(bytes));
    const many = Array.from({ length: 25 }, () => send(camille));
    await vi.waitUntil(async () => (await refused(palabre, 'pictures')) === 23);
    expect((await send(other)).status).toBe(201);
    letGo();
    await treated;
    const codes = (await Promise.all(many)).map(({ status, body }) => (status === 201 ? 'treated' : body.code));
    expect(codes.filter(code => code === 'treated')).toHaveLength(2);
    expect(codes.filter(code => code === 'too_many_requests')).toHaveLength(23);
    expect(await refused(palabre, 'pictures')).toBe(23);
  });
});
