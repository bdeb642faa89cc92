/** Result of one check. */
export interface Finding {
  /** `look`: it works, but not for long, or not for everything. */
  state: 'good' | 'look' | 'bad';
  /** Result in French, without secrets. */
  says: string;
  /** Advice to the operator, in French. */
  todo?: string;
}

export const good = (says: string): Finding => ({ state: 'good', says });
export const look = (says: string, todo: string): Finding => ({ state: 'look', says, todo });
export const bad = (says: string, todo: string): Finding => ({ state: 'bad', says, todo });

/** Check of one dependency. */
export interface Subject {
  /** Name of the dependency, in French. */
  name: string;
  /** Name of an earlier check without which this one cannot run. */
  needs?: string;
  /** Runs the check; an exception counts as bad. */
  look(): Promise<Finding>;
  /** Advice shown when the check throws. */
  todo: string;
}

const withinMs = 15_000;

/** Runs one check, with a timeout. */
export async function examine({ look: lookAt, todo }: Subject): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>(resolve => {
    timer = setTimeout(() => resolve(bad(`sans réponse en ${withinMs / 1000} s`, todo)), withinMs);
  });
  const found = lookAt().catch((error: unknown) => bad(reasonOf(error), todo));
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}

/** First line of an error, with its code, which is more specific than « fetch failed ». */
export function reasonOf(error: unknown): string {
  const { message = '', code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const inner = cause ? reasonOf(cause) : '';
  const own = (message || code || String(error)).split('\n')[0] ?? '';
  return inner || (code && !own.includes(code) ? `${own} (${code})` : own);
}

const signs = { good: '✓', look: '!', bad: '✗' } as const;

/** Formats a finding as a line, with its advice below. */
export const lineOf = (name: string, { state, says, todo }: Finding): string =>
  `${signs[state]} ${name.padEnd(18)}${says}${todo && state !== 'good' ? `\n${' '.repeat(20)}→ ${todo}` : ''}\n`;
