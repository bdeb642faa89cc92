import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { api } from '@palabre/common/contract/index.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Person, startPalabre } from '../../test/harness.ts';
import { asSquare, holdPictures, largePicture } from '../../test/hold-pictures.ts';
import { picture } from '../../test/picture.ts';
import { interlaced } from '../../test/png.ts';
import { startOf } from '../processes/running.ts';
import { Pictures, pictures } from './pictures.ts';
import type { PictureTask } from './treatment.ts';

const camille = { person: 'camille', address: '192.0.2.1' };
const small = await picture();
const isGone = (pid: number | undefined) =>
  expect.poll(() => pid !== undefined && startOf(pid) !== undefined).toBe(false);
/** Returns the pid of the one process for small pictures. */
const pidOf = (of: Pictures): number => of.pids.small[0] ?? expect.fail('no process');

describe('the picture process', () => {
  it('starts with the first picture, has a low priority, and ends when idle, which frees its memory', async () => {
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

  it('ends at once when it holds too much memory after a picture', async () => {
    const some = new Pictures({ rssKept: 1 });
    expect(await some.make(camille, asSquare(small))).not.toBeNull();
    expect(some.pids.small).toEqual([]);
  });

  it('is restarted when it is killed midway, and the caller does not notice', async () => {
    const some = new Pictures();
    await holdPictures(some, 'small');
    const killed = pidOf(some);
    const asked = some.make(camille, asSquare(small));
    process.kill(killed, 'SIGKILL');
    expect(await asked).toMatchObject({ width: 30 });
    expect(pidOf(some)).not.toBe(killed);
  });

  it('that cannot start is an error, and does not make the picture invalid', async () => {
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

  describe('that makes a slow picture', () => {
    let greedy: PictureTask;
    beforeAll(async () => {
      const bytes = await sharp(await largePicture())
        .png({ progressive: true })
        .toBuffer();
      greedy = asSquare(bytes);
      expect(await pictures.make(camille, greedy)).toMatchObject({ of: { width: 4_200 } });
    });

    it('has a lower priority than the one that makes small pictures', async () => {
      const some = new Pictures();
      const letGo = await holdPictures(some, 'large');
      expect(getPriority(some.pids.large[0])).toBe(Math.min(19, getPriority() + 15));
      letGo();
    });

    it.each([
      ['processor', { cpuAtMostMs: 0 }],
      ['memory', { rssAtMost: 1 }],
    ])('is killed when the picture takes too much %s, and the picture is invalid', async (_what, limits) => {
      const some = new Pictures(limits);
      expect(await some.make(camille, greedy)).toBeNull();
      expect(some.pids.large).toEqual([]);
    });
  });

  it('is killed when a picture takes too long, and another one makes the next picture', async () => {
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

  it.runIf(process.platform === 'linux')(
    'inherits no environment variable of the server beyond a short list',
    async () => {
      await holdPictures(pictures, 'small');
      const known = readFileSync(`/proc/${pidOf(pictures)}/environ`, 'utf8').split('\0');
      process.kill(pidOf(pictures), 'SIGKILL');
      const allowed = /^(PATH|LD_LIBRARY_PATH|TMPDIR|TEMP|SystemRoot|NODE_CHANNEL_\w+)=/;
      expect(known.filter(line => line && !allowed.test(line))).toEqual([]);
    },
  );
});

describe('pictures of many people', () => {
  it('that are large delay no small one, whoever sends them', async () => {
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

  it('that are interlaced may have fewer pixels: all are held in memory at once', async () => {
    const make = (side: number) => pictures.make(camille, asSquare(interlaced(side)));
    expect(await make(7_000)).toMatchObject({ of: { width: 7_000, height: 7_000 } });
    expect(await make(7_100)).toBeNull();
  });
});
