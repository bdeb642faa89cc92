import { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { asSquare } from '../../test/hold-pictures.ts';
import { picture } from '../../test/picture.ts';
import { interlaced } from '../../test/png.ts';
import { startOf } from '../processes/running.ts';
import { Pictures } from './pictures.ts';

/** Tests one process that makes pictures; `pictures.test.ts` tests processes that end midway or take too long. */

it.skipIf(process.platform !== 'linux')(
  'The process that makes pictures knows no secret of the server, gives way to it, and ends once it has nothing to do (skipped beyond Linux)',
  async () => {
    vi.stubEnv('JWT_SECRET', 'mot-secret-du-serveur');
    onTestFinished(() => void vi.unstubAllEnvs());
    const pictures = new Pictures({ idleMs: 100 });
    const source = await picture();
    const made = pictures.make({ person: 'camille', address: '192.0.2.1' }, asSquare(source));
    await vi.waitUntil(() => pictures.pids.small.length > 0);
    const [pid = 0] = pictures.pids.small;
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('mot-secret');
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 10));
    expect(await made).toMatchObject({ width: 30, height: 30, of: { width: 40 } });
    await vi.waitFor(() => expect(startOf(pid), 'the idle process').toBeUndefined());
  },
);

it.skipIf(process.platform !== 'linux')(
  'The process that makes a picture is not ended as idle meanwhile, is replaced when it is killed, and is ended when it takes a minute (skipped beyond Linux)',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pictures = new Pictures();
    const source = await picture();
    const make = () => pictures.make({ person: 'camille', address: '192.0.2.1' }, asSquare(source));
    const pidOf = () => pictures.pids.small[0] ?? expect.fail('no process');
    /** Has a picture made by a process that does nothing more until it is told to go on. */
    const held = () => {
      const pid = pidOf();
      process.kill(pid, 'SIGSTOP');
      return { pid, made: make() };
    };
    await make();
    const first = held();
    const next = make();
    await expect(make()).rejects.toMatchObject({ code: 'image_in_progress', retryAfter: 5, refusal: 'image_line' });
    // Longer than it may be idle, shorter than a picture may take.
    await vi.advanceTimersByTimeAsync(31_000);
    expect(pictures.pids.small).toEqual([first.pid]);
    process.kill(first.pid, 'SIGCONT');
    expect(await first.made).toMatchObject({ width: 30 });
    expect(await next).toMatchObject({ width: 30 });
    const killed = held();
    process.kill(killed.pid, 'SIGKILL');
    expect(await killed.made).toMatchObject({ width: 30 });
    const late = held();
    expect(late.pid).not.toBe(killed.pid);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await late.made, pictures.pids.small]).toEqual([null, []]);
  },
);

it('A picture that costs much is made by another process than the others, which never wait for it', async () => {
  const pictures = new Pictures({ idleMs: 100 });
  const make = (source: Buffer) => pictures.make({ person: 'camille', address: '192.0.2.1' }, asSquare(source));
  const made = make(interlaced(2_001));
  await vi.waitFor(() => expect(pictures.pids.large, 'the process of large pictures').toHaveLength(1));
  expect(await made).toMatchObject({ of: { width: 2_001 } });
});

it('A picture over which two processes end is refused, and the next one is made', async () => {
  const pictures = new Pictures({ idleMs: 100 });
  const source = await picture();
  const make = () => pictures.make({ person: 'camille', address: '192.0.2.1' }, asSquare(source));
  const begun = vi.spyOn(ChildProcess.prototype, 'emit').mockImplementation(function (
    this: ChildProcess,
    name: string,
    ...given: unknown[]
  ) {
    const isUp = name === 'message' && (given[0] as { kind: string }).kind === 'up';
    // Held, so that it has not made the picture that it is sent by the time it is killed.
    if (isUp) this.kill('SIGSTOP');
    const isHeard = EventEmitter.prototype.emit.call(this, name, ...given);
    if (isUp) this.kill('SIGKILL');
    return isHeard;
  });
  onTestFinished(() => begun.mockRestore());
  expect(await make()).toBeNull();
  begun.mockRestore();
  expect(await make()).toMatchObject({ width: 30 });
});

it('The process that makes a picture may hold so much memory: more refuses the picture, or ends it afterwards', async () => {
  const make = (limits: ConstructorParameters<typeof Pictures>[0], source: Buffer) => {
    const pictures = new Pictures({ idleMs: 100, ...limits });
    const made = pictures.make({ person: 'camille', address: '192.0.2.1' }, asSquare(source));
    return made.then(one => [one === null, pictures.pids] as const);
  };
  expect(await make({ rssAtMost: 1 }, interlaced(5_000))).toEqual([true, { small: [], large: [] }]);
  expect(await make({ rssKept: 1, idleMs: 60_000 }, await picture())).toEqual([false, { small: [], large: [] }]);
});
