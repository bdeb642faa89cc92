import { constants, getPriority, setPriority } from 'node:os';

/** Lowers the priority of a process by so much below this one's; on Linux, threads that it starts later inherit it. */
export function lowerPriority(pid: number | undefined, by: number): void {
  try {
    const wanted = Math.min(constants.priority.PRIORITY_LOW, getPriority() + by);
    if (pid && getPriority(pid) < wanted) setPriority(pid, wanted);
  } catch {
    // A container may forbid it, and another account's process: both then have the same priority as the server.
  }
}
