import { StartError } from './start-error.ts';

/** Runs a terminal command: an expected failure prints its sentence, any other its stack. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
