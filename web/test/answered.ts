import { pageWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { expect, vi } from 'vitest';

/** Returns what a promise resolves with; one that never resolves fails no later than any other wait for the page. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  answer.then(note, note);
  await vi.waitFor(() => expect(hasCome, 'an answer has come').toBe(true), { timeout: pageWaitTimeoutMs, interval: 5 });
  return answer;
}
