/** Tells whether the main pointer is a finger: there Enter breaks the line, as phone keyboards have no Shift+Enter. */
export const hasFinger = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;
