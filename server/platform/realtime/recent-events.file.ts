import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RecentEvents } from './recent-events.ts';

const Kept = z.object({
  /** End of the memory, by the wall clock and by the machine's uptime. */
  endedAtMs: z.number(),
  endedUpMs: z.number(),
  memory: z.object({
    sinceMs: z.number(),
    rooms: z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number()]))])),
  }),
});

/**
 * Difference between the two clocks above which one of them was set, or the machine rebooted: the file is then ignored.
 */
const clocksDifferMs = 1_000;

const pathIn = (dataDir: string): string => join(dataDir, 'recent-events.json');
/** Milliseconds since the machine started: a clock that nobody sets, shared by all processes. */
const upMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** Saves the memory of a process that has ended all its work, for the next process. A failure is only logged. */
export function keepRecentEvents(dataDir: string, recent: RecentEvents, logger: Logger): void {
  const kept: z.input<typeof Kept> = { endedAtMs: Date.now(), endedUpMs: upMs(), memory: recent.remembered() };
  const part = `${pathIn(dataDir)}.part`;
  try {
    writeFileSync(part, JSON.stringify(kept), { mode: 0o600 });
    renameSync(part, pathIn(dataDir));
  } catch (error) {
    logger.warn({ err: error }, 'recent events were not kept: clients will fetch all their lists again');
  }
}

/**
 * Takes over the memory of the previous process, once, so that clients who were connected to it learn what they missed.
 * Does nothing without a file, as after a crash, or when its age is unknown.
 */
export function takeOverRecentEvents(dataDir: string, recent: RecentEvents): void {
  const path = pathIn(dataDir);
  try {
    const { endedAtMs, endedUpMs, memory } = Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
    const endedMs = upMs() - endedUpMs;
    if (endedMs >= 0 && Math.abs(Date.now() - endedAtMs - endedMs) < clocksDifferMs) recent.takeOver(memory, endedMs);
  } catch {
    // Missing or damaged: clients fetch their lists again.
  }
  rmSync(path, { force: true });
}
