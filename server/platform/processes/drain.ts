/**
 * Waits for work to end, `ms` at most.
 * @returns whether it ended in time; a failure is an end
 */
export async function drainWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, ms, false);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, late]);
  clearTimeout(timer);
  return inTime;
}
