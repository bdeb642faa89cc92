import type { ErrorCode } from '@palabre/common/contract/errors.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { inBatches } from '../../../platform/pacing/in-batches.ts';

/**
 * Makes a function that refuses at once, as unseen, a waiting request whose person may not read its target: the time
 * spent waiting would reveal that the target exists. Requests of people who may read it stay in line, and are judged at
 * their turn.
 * @param readable returns the requests whose people may read the target
 * @param leave takes a request out of its line; false when it no longer waits
 * @param code code of the refusal
 */
export function refusingUnseen<R extends { reject: (error: unknown) => void }>(
  readable: (requests: R[]) => Promise<Map<R, true>>,
  leave: (request: R) => boolean,
  code: (request: R) => ErrorCode,
): (request: R) => Promise<void> {
  const isReadable = inBatches(readable);
  return async request => {
    try {
      if (await isReadable(request)) return;
    } catch {
      // The request is checked again at its turn, and gets the database's failure then.
      return;
    }
    if (leave(request)) request.reject(new AppError(code(request)));
  };
}
