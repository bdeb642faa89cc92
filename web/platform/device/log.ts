/** Logs a failure that the person does not see. No other code of the web client writes to the console. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the client's log.
  console.error(what, cause);
}
