import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';

/** The machine's own timers: a test's fake clock makes nothing later or earlier here. */
const [later, forget] = [setTimeout, clearTimeout];

/** Returns a promise's value; a promise that never resolves fails no later than any other wait for the page. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  const none = new Error('No answer has come');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = later(() => reject(none), pageWaitTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    forget(timer);
  }
}
