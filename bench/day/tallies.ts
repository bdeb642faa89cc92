import { quantile } from '../shared/figures.ts';

/** Measures of one kind of action: milliseconds of the successes, and statuses of the failures. */
export interface Tally {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  /** Counts of unexpected answers, by status; 0 is no answer. */
  failed: Record<string, number>;
}

/** Number of values beyond which only one in `keptOneIn` is kept. */
const keptAll = 50_000;
const keptOneIn = 8;

interface Kept {
  count: number;
  ms: number[];
  failed: Record<string, number>;
}

/** Collects measures by kind, until they are taken. */
export class Tallies {
  private kinds = new Map<string, Kept>();

  private of(kind: string): Kept {
    const known = this.kinds.get(kind);
    if (known) return known;
    const made: Kept = { count: 0, ms: [], failed: {} };
    this.kinds.set(kind, made);
    return made;
  }

  took(kind: string, ms: number): void {
    const of = this.of(kind);
    of.count += 1;
    if (of.ms.length < keptAll || of.count % keptOneIn === 0) of.ms.push(ms);
  }

  failed(kind: string, status: number): void {
    const { failed } = this.of(kind);
    failed[status] = (failed[status] ?? 0) + 1;
  }

  /** Returns the measures since the last call. */
  take(): Record<string, Tally> {
    const taken: Record<string, Tally> = {};
    for (const [kind, { count, ms, failed }] of this.kinds) {
      const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map(share => quantile(ms, share));
      taken[kind] = { count, p50, p95, p99, failed };
    }
    this.kinds = new Map();
    return taken;
  }
}
