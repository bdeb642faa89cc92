/** Proofs for a login: a code by mail allows a new password, a two-step code completes a login. */
const kinds = ['password', 'provider', 'two-step', 'code'] as const;
export type LoginKind = (typeof kinds)[number];

/** Counts of logins by this process. */
export class Logins {
  private readonly tries = kinds.map(kind => ({ kind, ok: 0, failed: 0 }));

  /** Runs a login, and counts it; any exception counts as a failure. */
  async count<T>(kind: LoginKind, login: () => Promise<T>): Promise<T> {
    const counts = this.tries.find(tried => tried.kind === kind);
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const result = await login();
      outcome = 'ok';
      return result;
    } finally {
      if (counts) counts[outcome] += 1;
    }
  }

  /** Lists the counts with their labels. */
  counts(): (readonly [{ kind: string; outcome: string }, number])[] {
    return this.tries.flatMap(({ kind, ...counts }) =>
      Object.entries(counts).map(([outcome, count]) => [{ kind, outcome }, count] as const),
    );
  }
}
