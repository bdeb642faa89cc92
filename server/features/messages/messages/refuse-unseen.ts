import { AppError } from '../../../platform/http/errors.ts';
import { readTogether } from '../../../platform/pacing/together.ts';

/**
 * Makes a function that refuses with `not_found`, at once, a request that waits in a line for something its person may not
 * read: the time spent in the line would tell that the thing is there. Requests of all others stay in the line, where their
 * rights are judged when their turn has come.
 * @param readable of these requests, those whose persons may read what they wait for
 * @param leave takes a request out of its line; false when the request is there no more
 */
export function refusingUnseen<R extends { reject: (error: unknown) => void }>(
  readable: (requests: R[]) => Promise<Map<R, true>>,
  leave: (request: R) => boolean,
): (request: R) => Promise<void> {
  const isReadable = readTogether(readable);
  return async request => {
    try {
      if (await isReadable(request)) return;
    } catch {
      // The request is judged again in its turn, and is told then what the database lacks.
      return;
    }
    if (leave(request)) request.reject(new AppError('not_found'));
  };
}
