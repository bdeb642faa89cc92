/**
 * Timeout of a test's wait for a condition. It is generous and measures nothing: a slow or busy machine must not fail a test,
 * and a condition that never comes true fails it all the same.
 */
export const waitTimeoutMs = 20_000;

/**
 * Timeout of a test's wait for an event of a server in its own process. It is shorter, since an event leaves with the
 * answer to its request: the slowest take half a second on a machine with ten times more work than its processors can
 * do.
 */
export const eventWaitTimeoutMs = 8_000;

/** Timeout of a test's wait for a rendered page. It is shorter, since rendering needs nothing outside the process. */
export const pageWaitTimeoutMs = 8_000;
