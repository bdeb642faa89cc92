import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';

/** Those of the machine: what a test says of time makes nothing later or earlier here. */
const [later, forget] = [setTimeout, clearTimeout];

/** Returns what a promise resolves with; one that never resolves fails no later than any other wait for the page. */
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
