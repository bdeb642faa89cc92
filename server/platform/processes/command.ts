import { StartError } from './start-error.ts';

/** Runs a command of one's own terminal: a failure foreseen is said in a sentence, any other with where it happened. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
