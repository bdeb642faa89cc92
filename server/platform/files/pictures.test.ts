import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Person, startPalabre } from '../../test/harness.ts';
import { asSquare, holdPictures, largePicture } from '../../test/hold-pictures.ts';
import { picture } from '../../test/picture.ts';
import { startOf } from '../processes/running.ts';
import { Pictures, pictures } from './pictures.ts';

const camille = { person: 'camille', address: '192.0.2.1' };
const small = await picture();
const isGone = (pid: number | undefined) =>
  expect.poll(() => pid !== undefined && startOf(pid) !== undefined).toBe(false);
/** The one process of small pictures. */
const pidOf = (of: Pictures): number => of.pids.small[0] ?? expect.fail('no process');

describe('the process that treats pictures', () => {
  it('begins with the first one, stands below all else, and ends once there is nothing to do: its memory goes back', async () => {
    const some = new Pictures({ idleMs: 500 });
    expect(some.pids).toEqual({ small: [], large: [] });
    expect(await some.make(camille, asSquare(small))).toMatchObject({ width: 30, height: 30, of: { width: 40 } });
    const pid = pidOf(some);
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 10));
    await isGone(pid);
    expect(some.pids.small).toEqual([]);
    expect(await some.make(camille, asSquare(small))).not.toBeNull();
    expect(pidOf(some)).not.toBe(pid);
  });

  it('ends at once when it holds more than it should while it waits', async () => {
    const some = new Pictures({ rssKept: 1 });
    expect(await some.make(camille, asSquare(small))).not.toBeNull();
    expect(some.pids.small).toEqual([]);
  });

  it('is begun anew when it is killed midway, and who asked hears nothing of it', async () => {
    const some = new Pictures();
    await holdPictures(some, 'small');
    const killed = pidOf(some);
    const asked = some.make(camille, asSquare(small));
    process.kill(killed, 'SIGKILL');
    expect(await asked).toMatchObject({ width: 30 });
    expect(pidOf(some)).not.toBe(killed);
  });

  it('that cannot begin is a failure, and no word on the picture', async () => {
    const some = new Pictures();
    const asked = some.make(camille, asSquare(small)).then(
      () => 'made',
      (error: Error) => error.message,
    );
    const killed = new Set<number>();
    const killNew = () => {
      for (const pid of some.pids.small) if (!killed.has(pid) && killed.add(pid)) process.kill(pid, 'SIGKILL');
      return killed.size === 2;
    };
    await vi.waitUntil(killNew, { interval: 1 });
    expect(await asked).toContain('did not begin (SIGKILL)');
    expect(await some.make(camille, asSquare(small))).not.toBeNull();
  });

  it.each([
    ['processor', { cpuAtMostMs: 0 }],
    ['memory', { rssAtMost: 1 }],
  ])('is ended with a picture that takes too much of %s, which is then none', async (_what, limits) => {
    const greedy = asSquare(
      await sharp(await largePicture())
        .png({ progressive: true })
        .toBuffer(),
    );
    expect(await new Pictures().make(camille, greedy)).toMatchObject({ of: { width: 4_200 } });
    const some = new Pictures(limits);
    expect(await some.make(camille, greedy)).toBeNull();
    expect(some.pids.large).toEqual([]);
  });

  it('is ended with a picture that takes too long, and the next one is treated by another', async () => {
    const some = new Pictures();
    await holdPictures(some, 'small');
    const held = pidOf(some);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = some.make(camille, asSquare(small));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(some.pids.small).toEqual([held]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBeNull();
    vi.useRealTimers();
    await isGone(held);
    expect(await some.make(camille, asSquare(small))).not.toBeNull();
  });

  it.runIf(process.platform === 'linux')('knows nothing of what the server is told at its start', async () => {
    await holdPictures(pictures, 'small');
    const known = readFileSync(`/proc/${pidOf(pictures)}/environ`, 'utf8').split('\0');
    process.kill(pidOf(pictures), 'SIGKILL');
    const allowed = /^(PATH|LD_LIBRARY_PATH|TMPDIR|TEMP|SystemRoot|NODE_CHANNEL_\w+)=/;
    expect(known.filter(line => line && !allowed.test(line))).toEqual([]);
  });
});

describe('pictures of many', () => {
  const interlaced = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#2a6390' } })
      .png({ progressive: true })
      .toBuffer();

  it('that are large keep no small one waiting, whoever sends them', async () => {
    const palabre = await startPalabre();
    const [greedy, honest] = [await Promise.all([1, 2, 3, 4].map(() => palabre.register())), await palabre.register()];
    const send = (person: Person, bytes: Buffer) =>
      person.call(api.workspaces.create, { body: { title: 'Un' }, image: { bytes, name: 'a.png' } });
    const letGo = await holdPictures(pictures, 'large');
    const bytes = await largePicture();
    const made = vi.spyOn(pictures, 'make');
    onTestFinished(() => made.mockRestore());
    const treated: number[] = [];
    const all = Promise.all(
      greedy.map(async person => {
        treated.push((await send(person, bytes)).status);
      }),
    );
    await vi.waitUntil(() => made.mock.calls.length === greedy.length);
    for (let n = 0; n < 4; n += 1) expect((await send(honest, small)).status).toBe(201);
    expect(treated).toEqual([]);
    letGo();
    await all;
    expect(treated).toEqual([201, 201, 201, 201]);
  });

  it('whose lines come in another order have fewer pixels: all are held at once', async () => {
    const refused = await new Pictures().make(camille, asSquare(await interlaced(7_100)));
    expect(refused).toBeNull();
  });
});
