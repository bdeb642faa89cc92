/**
 * What the test file that runs has made and must be gone after its last test. Files share a process, one after the other
 * (`vitest.config.ts`), so that what one leaves running would weigh on the next; a hook registered from within
 * another hook, as most start what they need, would not run.
 */
const left: (() => unknown)[] = [];

/** Has this done after the file's last test; what was asked for last is done first. */
export function afterFile(work: () => unknown): void {
  left.push(work);
}

/** Does it. */
export async function cleanUp(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
