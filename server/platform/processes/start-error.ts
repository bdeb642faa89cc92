/**
 * Why the server does not start, in one French sentence for the person who runs it. `main.ts` and the tools print
 * the sentence alone, without a stack, and exit with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error of a variable whose value cannot be used: its name, and what is expected. */
export const wrongVariable = (variable: string, expected: string): StartError =>
  new StartError(`${variable} : ${expected}.`);
