/** Reports a failure the person is not told about; the only place of the web client that writes to the console. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the client's log.
  console.error(what, cause);
}
