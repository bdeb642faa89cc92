import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { api } from '@palabre/common/contract/index.ts';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { Departures } from '../../platform/http/floods/departures.ts';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { gather } from '../people/team.ts';
import { refused } from '../refused.ts';

const withinMs = 60_000;
/** More bytes than the system buffers for a reader who stops. */
const size = 8 * 1024 * 1024;
let palabre: Palabre;
/** Clock of departures, moved by hand: nobody is slow because the machine is. */
let time = performance.now();
const looks = vi.spyOn(Departures.prototype, 'look');
afterAll(() => looks.mockRestore());
/** File of all messages of this test. */
const file = newId();

beforeAll(async () => {
  palabre = await startPalabre({ arrivals: { withinMs, lookEveryMs: 5, now: () => time } });
  await palabre.services.storage.put(file, randomBytes(size));
});

/** Registers a person whose export is long. */
async function someone(): Promise<Person> {
  const person = await palabre.register();
  const team = await gather(person);
  await palabre.services.database.pool.query(
    `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at, files)
     VALUES ($1, $2, 1, 1, $3, '', now(), $4)`,
    [newId(), team.welcome._id, person.id, JSON.stringify([{ _id: file, name: 'plan.bin', type: 'x/y', size }])],
  );
  return person;
}

/** Requests a path and stops reading once the answer has begun. */
async function pausedAt(path: string, person: Person): Promise<Socket> {
  const socket = connect(Number(new URL(palabre.url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.token}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

const exporting = '/api/user/me/export';
const ask = (person: Person) =>
  fetch(palabre.url + exporting, { headers: { authorization: `Bearer ${person.token}` } });
const bytesOf = async (reply: Response) => [reply.status, (await reply.arrayBuffer()).byteLength > size];

/** Moves the clock by seconds, and has readers checked at each. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    time += 1_000;
    const before = looks.mock.calls.length;
    await vi.waitUntil(() => looks.mock.calls.length > before + 1, { interval: 1 });
  }
}

it('Four people who read nothing of their exports delay nobody else’s, and are ended after a minute', async () => {
  const before = await refused(palabre, 'slow_reader');
  const [five, ...four] = await Promise.all(Array.from({ length: 5 }, someone));
  if (!five) return;
  await Promise.all(four.map(person => pausedAt(exporting, person)));
  // All four exports are under way, one for each person.
  for (const person of four) expect((await (await ask(person)).json()).code).toBe('export_in_progress');
  expect(await bytesOf(await ask(five))).toEqual([200, true]);
  const { pool } = palabre.services.database;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  await pass(59);
  expect(await refused(palabre, 'slow_reader')).toBe(before);
  for (let more = 0; more < 60 && (await refused(palabre, 'slow_reader')) < before + 4; more += 1) await pass(1);
  expect(await refused(palabre, 'slow_reader')).toBe(before + 4);
  for (const person of four) expect(await bytesOf(await ask(person))).toEqual([200, true]);
});

it('Where all places of an address are taken, a slow reader is cut off, and a fast one keeps their place', async () => {
  const before = await refused(palabre, 'slow_reader');
  const [another, ...eight] = await Promise.all(Array.from({ length: 9 }, someone));
  if (!another) return;
  const sockets = await Promise.all(eight.map(person => pausedAt(exporting, person)));
  let reply = await ask(another);
  expect((await reply.clone().json()).code).toBe('export_in_progress');
  // The system's buffers fill first.
  for (let seconds = 0; seconds < 50 && reply.status !== 200; seconds += 1) {
    await pass(1);
    reply = await ask(another);
  }
  expect(await bytesOf(reply)).toEqual([200, true]);
  expect(await refused(palabre, 'slow_reader')).toBe(before + 1);
  for (const socket of sockets) socket.destroy();
});

it('A file is sent to its end to a slow reader, and ended for one who stops', async () => {
  const person = await someone();
  const team = await gather(person);
  const { message } = await person.ok(api.messages.send, {
    body: { channelId: team.welcome._id, content: '' },
    files: [{ bytes: randomBytes(size), name: 'film.bin' }],
  });
  const path = message.fileAttachments[0]?.url ?? '';
  const before = await refused(palabre, 'slow_reader');
  await pausedAt(path, person);
  const slow = await fetch(palabre.url + path, { headers: { authorization: `Bearer ${person.token}` } });
  let [read, paid] = [0, 0];
  for await (const chunk of slow.body as unknown as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    for (; paid + 64 * 1024 <= read; paid += 64 * 1024) await pass(1);
  }
  expect(read).toBe(size);
  expect(await refused(palabre, 'slow_reader')).toBe(before + 1);
});
