/** Whether one mostly points with a finger: there Enter goes to the next line, as keyboards of phones have no Shift+Enter. */
export const hasFinger = (): boolean => window.matchMedia?.('(pointer: coarse)').matches ?? false;
