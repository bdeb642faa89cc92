import { randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@palabre/common/contract/index.ts';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { inAnHour } from '../../../test/people/later.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { picture } from '../../../test/pictures.ts';
import { keepAttachments } from './open/attachments.ts';

let palabre: Palabre;
let owner: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  owner = await palabre.register();
  team = await gather(owner);
});

const folder = (...path: string[]) => join(palabre.dataDir, 'files', ...path);
async function onDisk(): Promise<string[]> {
  const all = await readdir(folder(), { recursive: true, withFileTypes: true });
  return all
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
async function send(channelId: string): Promise<string> {
  const files = [{ bytes: await picture(60, 40).png().toBuffer(), name: 'a.png' }];
  return (await owner.ok(api.messages.send, { body: { channelId }, files })).message._id;
}
const age = (minutes: number) =>
  palabre.services.database.pool.query('UPDATE files SET created_at = now() - make_interval(mins => $1)', [minutes]);

it('the sweep deletes files of deleted messages, channels, workspaces and of posts that never came, and no other file', async () => {
  const channel = await team.channel('photos');
  const other = await gather(owner);
  const gone = await send(team.welcome._id);
  await send(channel._id);
  await send(other.welcome._id);
  const kept = await onDisk();
  expect(kept).toHaveLength(6);

  const stays = await send(team.welcome._id);
  await owner.ok(api.messages.remove, { params: { id: gone } });
  await owner.ok(api.channels.remove, { params: { id: channel._id } });
  await owner.ok(api.workspaces.remove, { params: other.params });
  const draft = await palabre.services.storage.drafts.receive(Readable.from(['perdu']));
  await keepAttachments(
    palabre.services,
    { messageId: crypto.randomUUID(), senderId: owner.id, address: '127.0.0.1' },
    [{ ...draft, name: 'perdu.txt' }],
  );
  const mine = (await onDisk()).filter(name => !kept.includes(name));
  expect(mine).toHaveLength(3);

  // Scheduled messages keep their own files, and no others.
  const later = { channelId: team.welcome._id, content: 'Plus tard', ...inAnHour(), nonce: randomUUID() };
  await owner.ok(api.scheduled.create, { body: later });
  // A recent file may have its message on the way; the file of a deleted message goes at once.
  await age(59);
  await palabre.jobs.now('files.sweep');
  await jobsDone(palabre, 'files.sweep');
  expect(await onDisk()).toHaveLength(7);
  await age(61);
  await palabre.jobs.now('files.sweep');
  await vi.waitFor(async () => expect(await onDisk()).toHaveLength(2));
  const { message } = await owner.ok(api.messages.one, { params: { id: stays } });
  const { url } = message.fileAttachments[0] ?? { url: '' };
  expect((await fetch(palabre.url + url, { headers: { cookie: `token=${owner.token}` } })).status).toBe(200);
  // The rows go after the bytes.
  await vi.waitFor(async () => {
    const { rows } = await palabre.services.database.pool.query('SELECT id FROM files');
    expect(rows.map(({ id }) => id).sort()).toEqual(await onDisk());
  });
});

it('the sweep leaves pictures of people and places, which belong to no message', async () => {
  const { workspace } = await owner.ok(api.workspaces.create, {
    body: { title: 'Atelier' },
    image: { bytes: await picture(60, 60).png().toBuffer() },
  });
  await age(61);
  const before = await onDisk();
  await palabre.jobs.now('files.sweep');
  // Uploads still in progress, for up to an hour, are not taken for leftovers of a crash.
  for (const [name, minutes] of [
    ['ancien', 61],
    ['récent', 59],
  ] as const) {
    const at = new Date(Date.now() - minutes * 60_000);
    await writeFile(folder('tmp', name), 'x');
    await utimes(folder('tmp', name), at, at);
  }
  await palabre.jobs.now('files.sweep');
  await jobsDone(palabre, 'files.sweep');
  expect(await onDisk()).toEqual([...before, 'récent'].sort());
  await rm(folder('tmp', 'récent'));
  expect((await fetch(palabre.url + workspace.logo, { headers: { cookie: `token=${owner.token}` } })).status).toBe(200);
});

it('the sweep looks at all files, however many carry a message before those that no message carries', async () => {
  const message = await send(team.welcome._id);
  const lost = await send(team.welcome._id);
  const before = await onDisk();
  const { pool } = palabre.services.database;
  // Their ids come before all others.
  await pool.query(
    `INSERT INTO files (id, name, type, size, message_id)
     SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'a.txt', 'text/plain', 1, $1
     FROM generate_series(1, 2001) AS n`,
    [message],
  );
  await owner.ok(api.messages.remove, { params: { id: lost } });
  onTestFinished(async () => void (await pool.query("DELETE FROM files WHERE name = 'a.txt'")));
  await palabre.jobs.now('files.sweep');
  await jobsDone(palabre, 'files.sweep');
  expect(await onDisk()).toHaveLength(before.length - 2);
});

it('a replaced picture is gone with the answer; the sweep deletes bytes that could not be deleted then', async () => {
  const { storage } = palabre.services;
  const logo = async () => ({ bytes: await picture(60, 60).png().toBuffer() });
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Atelier' }, image: await logo() });
  const before = await onDisk();
  vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('the bucket is away'));
  await owner.ok(api.workspaces.update, { params: { id: workspace._id }, body: {}, image: await logo() });
  const address = palabre.url + workspace.logo;
  expect((await fetch(address, { headers: { cookie: `token=${owner.token}` } })).status).toBe(404);
  expect(await onDisk()).toHaveLength(before.length + 1);
  await age(61);
  await palabre.jobs.now('files.sweep');
  await vi.waitFor(async () => expect(await onDisk()).toHaveLength(before.length));
});

it('a picture leaves no bytes when it cannot be recorded, nor when what it is of cannot be', async () => {
  const before = await onDisk();
  const { pool } = palabre.services.database;
  const image = { bytes: await picture(60, 60).png().toBuffer() };
  for (const table of ['files', 'workspaces']) {
    await pool.query(`ALTER TABLE ${table} RENAME TO elsewhere`);
    const reply = await owner.call(api.workspaces.create, { body: { title: 'Atelier' }, image });
    await pool.query(`ALTER TABLE elsewhere RENAME TO ${table}`);
    expect([table, reply.status]).toEqual([table, 500]);
    await vi.waitFor(async () => expect(await onDisk()).toEqual(before));
  }
});

it('an interrupted upload leaves no file', async () => {
  const before = await onDisk();
  const head = `--x\r\ncontent-disposition: form-data; name="channelId"\r\n\r\n${team.welcome._id}\r\n--x\r\ncontent-disposition: form-data; name="fileAttachments"; filename="film.mp4"\r\n\r\n`;
  const socket = connect(Number(new URL(palabre.url).port), '127.0.0.1');
  socket.write(
    `POST /api/message HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${owner.token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n${head}`,
  );
  socket.write(Buffer.alloc(2_000_000));
  await vi.waitFor(async () => expect((await onDisk()).length).toBe(before.length + 1));
  socket.destroy();
  await vi.waitFor(async () => expect(await onDisk()).toEqual(before));
});
