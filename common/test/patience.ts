/**
 * How long a test waits for what must come. It is no measure of time: on the slowest machine, with others busy beside it,
 * what comes has come by then; what is late there is not wrong, and what never comes is found all the same.
 */
export const patienceMs = 30_000;

/** How long a test waits for what a page must come to show: nothing of it leaves the process, however slow that is. */
export const pagePatienceMs = 8_000;
