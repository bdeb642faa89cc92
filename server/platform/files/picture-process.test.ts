import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { asSquare } from '../../test/hold-pictures.ts';
import { picture } from '../../test/picture.ts';
import { startOf } from '../processes/running.ts';
import { Pictures } from './pictures.ts';

/** Tests one process that makes pictures; `pictures.test.ts` tests those that end midway or take too long. */

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
