import { constants, getPriority, setPriority } from 'node:os';

/** Lowers a process's priority by this much below our own; on Linux, threads that it starts later inherit it. */
export function lowerPriority(pid: number | undefined, by: number): void {
  try {
    const wanted = Math.min(constants.priority.PRIORITY_LOW, getPriority() + by);
    if (pid && getPriority(pid) < wanted) setPriority(pid, wanted);
  } catch {
    // Forbidden in some containers, and for another account's process: both then have the server's priority.
  }
}
