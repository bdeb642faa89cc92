import type { ServerResponse } from 'node:http';
import { Bucket, type BucketRule } from '../../pacing/bucket.ts';
import type { Asker } from './shares.ts';

/** Failures of one person, or of one address without a session, that are answered at once; and of all of one address. */
const atOnce = { burst: 150, perSecond: 50 };
const atOnceOfAddress = { burst: 600, perSecond: 200 };
/** One counts for one more with each of these bytes that it made the server receive, and for so many at most. */
const bytesCounted = 64 * 1024;
const countedAtMost = 50;
/** How late the next ones are answered. */
const laterMs = 1_000;
/** Answers that wait at most, in all: beyond, the one that has waited longest leaves. */
const waitingAtMost = 2_000;
const forgottenEveryMs = 60_000;

/**
 * Answers late what fails again and again: whoever floods the server with what it refuses waits for an answer, so that
 * refusing costs the others little. Nobody is left without one.
 */
export class Lateness {
  private readonly buckets = new Map<string, Bucket>();
  private readonly waiting = new Set<() => void>();
  private readonly forgetting: NodeJS.Timeout;

  /** @param on false answers everything at once, for load tests on loopback */
  constructor(private readonly on: boolean) {
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /**
   * Answers a failure, now or a little later.
   * @param bytes of the body of what is refused, read or not: what comes has to be received
   */
  answer({ userId, address }: Asker, bytes: number, response: ServerResponse, send: () => void): void {
    this.forgetOldest();
    const counted = Math.min(countedAtMost, 1 + Math.floor(bytes / bytesCounted));
    const buckets = this.on
      ? [this.bucketOf(userId ?? `nobody of ${address}`, atOnce), this.bucketOf(`all of ${address}`, atOnceOfAddress)]
      : [];
    if (buckets.every(bucket => bucket.spend(counted, performance.now()))) {
      send();
      return;
    }
    const [first] = this.waiting;
    if (first && this.waiting.size >= waitingAtMost) first();
    const stop = (): void => {
      clearTimeout(timer);
      this.waiting.delete(leave);
      response.off('close', stop);
    };
    const leave = (): void => {
      stop();
      send();
    };
    const timer = setTimeout(leave, laterMs);
    this.waiting.add(leave);
    response.once('close', stop);
  }

  /** Answers all that wait. */
  close(): void {
    clearInterval(this.forgetting);
    for (const leave of this.waiting) leave();
  }

  private bucketOf(who: string, rule: BucketRule): Bucket {
    const known = this.buckets.get(who);
    if (known) return known;
    const bucket = new Bucket(rule, performance.now());
    this.buckets.set(who, bucket);
    return bucket;
  }

  /** Two that are looked at for each failure: addresses that each fail once do not pile up. */
  private forgetOldest(): void {
    for (let looked = 0; looked < 2; looked += 1) {
      const [oldest] = this.buckets;
      if (!oldest) return;
      const [who, bucket] = oldest;
      this.buckets.delete(who);
      if (!bucket.isFull(performance.now())) this.buckets.set(who, bucket);
    }
  }

  private forget(): void {
    const now = performance.now();
    for (const [who, bucket] of this.buckets) if (bucket.isFull(now)) this.buckets.delete(who);
  }
}
