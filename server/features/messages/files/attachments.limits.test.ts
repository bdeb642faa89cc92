import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '@palabre/common/contract/errors.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import type { FileToSend } from '../../../test/client.ts';
import { startPalabre } from '../../../test/harness.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { refused } from '../../../test/refused.ts';

it('files of one person come 4 at a time and 16 wait, while their plain messages and the files of others go on', async () => {
  const palabre = await startPalabre();
  const [camille, karim] = [await palabre.register(), await palabre.register()];
  const team = await gather(camille, karim);
  const { drafts } = palabre.services.storage;
  const receive = drafts.receive.bind(drafts);
  let release = (): void => {};
  const held = new Promise<void>(resolve => (release = resolve));
  const receiving = vi.spyOn(drafts, 'receive').mockImplementation(async bytes => {
    await held;
    return receive(bytes);
  });
  const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
  const send = (person: typeof camille) =>
    person.call(api.messages.send, { body: { channelId: team.welcome._id }, files });
  const lines = logOf(palabre);
  const many = Array.from({ length: 22 }, () => send(camille));
  const early = await Promise.race(many);
  expect([early.status, early.body.code]).toEqual([429, 'too_many_requests']);
  await vi.waitFor(() => expect(receiving).toHaveBeenCalledTimes(4));
  const other = send(karim);
  await vi.waitFor(() => expect(receiving).toHaveBeenCalledTimes(5));
  // Waits for both refusals: an upload that arrived after the release would find room.
  await vi.waitFor(async () => expect(await refused(palabre, 'files')).toBe(2));
  expect((await post(camille, team.welcome, 'Pendant ce temps')).content).toBe('Pendant ce temps');
  release();
  expect((await other).status).toBe(201);
  // One log line covers both refusals.
  expect(linesOf(lines, 'refused: files')).toMatchObject([{ level: 40 }]);
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter(status => status === 201)).toHaveLength(20);
  expect(statuses.filter(status => status === 429)).toHaveLength(2);
});

it('an account sends a bounded number of megabytes in an hour, counted of all files of a message; the server does not read uploads beyond it', async () => {
  const palabre = await startPalabre({ limits: true });
  const camille = await palabre.register();
  const team = await gather(camille);
  const plan = { bytes: Buffer.from('Le plan'), name: 'plan.txt' };
  const film = { bytes: new Uint8Array(2 * 1024 * 1024), name: 'film' };
  const send = (...files: FileToSend[]) =>
    camille.call(api.messages.send, { body: { channelId: team.welcome._id }, files });
  await palabre.services.limits.spend('uploads', camille.id, limits.megabytesInAnHour - 3);
  expect((await send(film, plan)).status).toBe(201);
  const receiving = vi.spyOn(palabre.services.storage.drafts, 'receive');
  const reply = await send(plan);
  expect([reply.status, Number(reply.headers.get('retry-after')) > 60]).toEqual([429, true]);
  expect(receiving).not.toHaveBeenCalled();
});

it('files whose extension their content belies are refused by name where administrators chose so, and nothing of their message is kept', async () => {
  const palabre = await startPalabre();
  const [administrator, camille] = [await palabre.register(), await palabre.register()];
  await palabre.makeAdministrator(administrator);
  const channelId = (await gather(camille)).welcome._id;
  const choose = async (misnamedFiles: 'allowed' | 'refused' | null) => {
    const { version } = await administrator.ok(api.settings.read);
    await administrator.ok(api.settings.change, { body: { version, misnamedFiles } });
  };
  const plan = { bytes: Buffer.from('Le plan'), name: 'plan.txt' };
  const program = { bytes: Buffer.from('4d5a900003000000ffff0000', 'hex'), name: '../Vue $& « nord ».PNG' };
  const send = (...files: FileToSend[]) =>
    camille.call(api.messages.send, { body: { channelId, content: 'Voilà' }, files });
  const { version } = await administrator.ok(api.settings.read);
  expect(version).toBe(0);
  expect((await send(program)).status).toBe(201);
  await choose('allowed');
  expect((await send(program)).status).toBe(201);

  await choose('refused');
  const kept = async () => [
    (await palabre.services.database.pool.query('SELECT FROM files')).rowCount,
    (await camille.ok(api.messages.page, { query: { channelId } })).messages.length,
    (await camille.ok(api.scheduled.list)).scheduled.length,
    (await readdir(join(palabre.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(one =>
      one.isFile(),
    ).length,
  ];
  const before = await kept();
  const inAnHour = { localTime: new Date(Date.now() + 3_600_000).toISOString().slice(0, 16), zone: 'UTC' };
  const later = { channelId, content: 'Voilà', nonce: randomUUID(), ...inAnHour };
  for (const { status, body } of [
    await send(plan, program),
    await camille.call(api.scheduled.create, { body: later, files: [plan, program] }),
  ])
    expect([status, body.code, body.message]).toEqual([
      ...[400, 'file_misnamed', errors.file_misnamed.fr.replace('{file}', () => 'Vue $& « nord ».PNG')],
    ]);
  await vi.waitFor(async () => expect(await kept()).toEqual(before), eventWaitTimeoutMs);
  expect((await send(plan, { ...program, name: 'vue.exe' })).status).toBe(201);
  expect((await palabre.nobody.ok(api.settings.shown)).settings).not.toHaveProperty('misnamedFiles');
});

it('files whose storage is away are left to the sweep: it is not asked again while their sender waits', async () => {
  const palabre = await startPalabre();
  const camille = await palabre.register();
  const team = await gather(camille);
  const { storage } = palabre.services;
  const rows = async () => (await palabre.services.database.pool.query('SELECT FROM files')).rowCount;
  const send = () =>
    camille.call(api.messages.send, {
      body: { channelId: team.welcome._id },
      files: ['un', 'deux'].map(name => ({ bytes: Buffer.from(name), name: `${name}.txt` })),
    });
  const removing = vi.spyOn(storage, 'remove');
  const taking = vi.spyOn(storage, 'take').mockRejectedValueOnce(new AppError('storage_unavailable'));
  const away = await send();
  expect([away.status, away.body.code, removing.mock.calls.length, await rows()]).toEqual([
    ...[503, 'storage_unavailable', 0, 1],
  ]);
  // Any other failure leaves nothing.
  taking.mockRejectedValueOnce(new AppError('storage_full'));
  expect([(await send()).status, removing.mock.calls.length, await rows()]).toEqual([507, 1, 1]);
  // Its sender is told that the storage is full, even where what was stored of it could not be deleted.
  taking.mockRejectedValueOnce(new AppError('storage_full'));
  removing.mockRejectedValueOnce(new Error('the bucket is away'));
  expect([(await send()).status, await rows()]).toEqual([507, 2]);
});

it('files of what is refused or scheduled again are left to the sweep where they cannot be deleted, and the log says so', async () => {
  const palabre = await startPalabre();
  const camille = await palabre.register();
  const channelId = (await gather(camille)).welcome._id;
  const files = [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }];
  const localTime = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const later = { channelId, content: 'Voilà', nonce: randomUUID(), localTime, zone: 'UTC' };
  const schedule = () => camille.call(api.scheduled.create, { body: later, files });
  expect((await schedule()).status).toBe(201);
  const { storage, posts } = palabre.services;
  const posting = vi.spyOn(posts, 'post').mockRejectedValueOnce(new AppError('cannot_write'));
  const removing = vi.spyOn(storage, 'remove');
  const lines = logOf(palabre);
  for (const [send, status] of [
    [() => camille.call(api.messages.send, { body: { channelId, content: 'Voilà' }, files }), 403],
    [schedule, 200],
  ] as const) {
    removing.mockRejectedValueOnce(new Error('the bucket is away'));
    expect((await send()).status).toBe(status);
    const left = linesOf(lines.splice(0), 'files could not be deleted: the sweep finds them');
    expect(left).toMatchObject([{ level: 40, err: { message: 'the bucket is away' } }]);
  }
  posting.mockRestore();
});
