import { AppError } from '../http/errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Storage } from './storage.ts';

const measured = ['take', 'put', 'read', 'remove'] as const;

/** Returns the storage with its actions timed, by outcome: `ok`, `missing` or `failed`. */
export function measureStorage(metrics: Pick<Metrics, 'times'>, storage: Storage): Storage {
  const help = 'Actions of the storage of files; a read until its first bytes';
  const record = metrics.times('palabre_storage_seconds', help, ['action', 'outcome']);
  const timed = (action: (typeof measured)[number]) => {
    const run = storage[action] as (...given: unknown[]) => Promise<unknown>;
    return async (...given: unknown[]) => {
      const began = performance.now();
      const say = (outcome: string) => record({ action, outcome }, (performance.now() - began) / 1000);
      try {
        const result = await run.apply(storage, given);
        say('ok');
        return result;
      } catch (error) {
        say(error instanceof AppError && error.code === 'not_found' ? 'missing' : 'failed');
        throw error;
      }
    };
  };
  return { ...storage, ...Object.fromEntries(measured.map(action => [action, timed(action)])) };
}
