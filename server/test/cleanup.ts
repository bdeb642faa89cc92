/**
 * Cleanup of the running test file, after its last test. Files share a process, one after the other
 * (`vitest.config.ts`), so that leftovers of one would burden the next. Vitest does not run a hook registered within
 * another hook, from which most helpers start.
 */
const left: (() => unknown)[] = [];

/** Registers work for after the file's last test; the last registered runs first. */
export function afterFile(work: () => unknown): void {
  left.push(work);
}

/** Runs the registered work. */
export async function cleanUp(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
