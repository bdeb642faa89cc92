/**
 * Error that prevents the start, as one French sentence for the operator. `main.ts` and the tools print the sentence
 * alone, without a stack, and exit with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Creates the error of an unusable variable: its name, and the expected value. */
export const wrongVariable = (variable: string, expected: string): StartError =>
  new StartError(`${variable} : ${expected}.`);
