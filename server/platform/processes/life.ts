import { StartError } from './start-error.ts';

/** Frees resources in the reverse order of their acquisition. */
class Held {
  private readonly frees: (() => unknown)[] = [];
  add(free: () => unknown): void {
    this.frees.unshift(free);
  }
  async free(): Promise<void> {
    for (const free of this.frees.splice(0)) await free();
  }
}

/** Life of a process that serves, from its start to its stop. */
export interface Life {
  /** Resources that the stop frees. */
  held: Held;
  /** Whether it is being stopped. */
  readonly isStopping: boolean;
  /** Frees all resources and ends the process; a later second call ends it at once with 1. */
  stop(code: number): Promise<void>;
}

/** Time within which a repeated signal is the same Ctrl+C, passed on by a terminal, npm and tsx. */
const sameSignalMs = 500;

/** Runs a process that serves until a signal stops it; a start that fails prints its sentence and ends with 1. */
export async function live(
  main: (life: Life) => Promise<void>,
  signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'],
): Promise<void> {
  const held = new Held();
  let stoppingSince: number | undefined;
  const stop = async (code: number): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    await held.free();
    process.exit(code);
  };
  const life: Life = {
    held,
    get isStopping() {
      return stoppingSince !== undefined;
    },
    stop,
  };
  // Every file of this process is private to its account: secrets, uploads, mails, the database.
  process.umask(0o077);
  for (const signal of signals) {
    // Under nohup (tools/parent.mjs), SIGHUP already has a listener that ignores it.
    if (signal !== 'SIGHUP' || process.listenerCount(signal) === 0) process.on(signal, () => void stop(0));
  }
  try {
    await main(life);
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`);
    await stop(1);
  }
}
