import type { Logger } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';

/** Line of a log, as operators read it. */
export interface LogLine {
  /** 30 for information, 40 for warnings, 50 for failures, 60 for uncaught errors. */
  level: number;
  msg: string;
  err?: { message: string; code?: string };
  [field: string]: unknown;
}

/** Creates a logger and the list of its written lines, without secrets as on a server. */
export function keepLog(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  return { logger: createLogger('info', { write: line => lines.push(JSON.parse(line)) }), lines };
}

/** Collects the lines that a server under test logs until the test has ended: its own log is silent. */
export function logOf({ services }: { services: { logger: Logger } }): LogLine[] {
  const { logger, lines } = keepLog();
  for (const level of ['info', 'warn', 'error', 'fatal'] as const) {
    const spy = vi.spyOn(services.logger, level).mockImplementation(function (this: unknown, ...line: unknown[]) {
      // Fastify logs by a child of this logger, which inherits the spy: its lines are left out, as on a server.
      if (this === services.logger) (logger[level] as (...line: unknown[]) => void)(...line);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
}

/** Returns the lines that say this. */
export const linesOf = (lines: readonly LogLine[], said: string): LogLine[] => lines.filter(({ msg }) => msg === said);
