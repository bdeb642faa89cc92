import { createReadStream } from 'node:fs';
import { cleanFileName } from '@palabre/common/rules/messages/file-names.ts';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import { AppError, fail } from '../http/errors.ts';
import type { Metrics } from '../metrics.ts';
import { type Asker, createFairGate } from '../pacing/gate.ts';
import { createSparing } from '../pacing/sparing.ts';
import { Turns } from '../realtime/turns.ts';
import { scanByClamd, type Verdict } from './clamd.ts';
import type { Draft } from './drafts.ts';

/** Timeout of one file, queueing included: below the 60 s that pages wait for an answer. */
export const scanWithinMs = 45_000;
/** Concurrent scans of this process: clamd has ten threads by default, for all its clients. */
const atOnce = 4;
const waiting = { ofAddress: 64, inAll: 256 };

/** File to scan, with its name from the sender. */
interface Scanned extends Draft {
  name: string;
}

/** Scans uploads before they are stored. */
export interface Scanner {
  /**
   * Lets a clean file through; without `CLAMD_URL`, any.
   * @param gone aborted once the sender no longer waits for an answer
   * @throws AppError `file_infected`, `file_too_large_to_scan`, `scan_unavailable`, or `too_many_requests` when too
   * many wait
   */
  demandClean(who: Asker, file: Scanned, gone: AbortSignal): Promise<void>;
}

/** Rejects as soon as the signal is aborted, even if the work goes on. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);

/** Creates the {@link Scanner} that the environment configures. */
export function createScanner({ clamd }: Pick<Env, 'clamd'>, logger: Logger, metrics: Pick<Metrics, 'times'>): Scanner {
  const help = 'Scans of uploaded files, with the wait for their turn';
  const record = metrics.times('palabre_scan_seconds', help, ['outcome']);
  if (!clamd) return { demandClean: async () => {} };
  const log = createSparing(logger);
  const refuse = () => fail('too_many_requests', { retryAfter: 5, refusal: 'scan_line' });
  const gate = createFairGate({ atOnce, waiting, refuse });
  /** Serializes the files of each person: the gate refuses a second waiting one. */
  const ofPerson = new Turns();

  const scan = (who: Asker, { path }: Draft, signal: AbortSignal): Promise<Verdict> =>
    ofPerson.run([who.person], () =>
      gate(who, async () => {
        signal.throwIfAborted();
        const bytes = createReadStream(path);
        try {
          return await scanByClamd(clamd, bytes, signal);
        } finally {
          bytes.destroy();
        }
      }),
    );

  return {
    async demandClean(who, file, gone) {
      const began = performance.now();
      const say = (outcome: Verdict['is'] | 'failed') => record({ outcome }, (performance.now() - began) / 1000);
      const signal = AbortSignal.any([gone, AbortSignal.timeout(scanWithinMs)]);
      const verdict = await unlessAborted(signal, scan(who, file, signal)).catch((error: unknown) => {
        // Nobody receives this answer.
        if (gone.aborted) fail('invalid_input');
        if (error instanceof AppError) throw error;
        say('failed');
        log('error', 'clamd cannot scan: files are refused', { err: error });
        return fail('scan_unavailable', { retryAfter: 5, cause: error });
      });
      say(verdict.is);
      if (verdict.is === 'clean') return;
      const about = { userId: who.person, address: who.address, size: file.size };
      const name = cleanFileName(file.name);
      if (verdict.is === 'infected') {
        logger.warn({ ...about, found: verdict.found }, 'file refused: malware');
        fail('file_infected', { file: name });
      }
      log('warn', 'file refused: more than clamd scans', about);
      fail('file_too_large_to_scan', { file: name });
    },
  };
}
