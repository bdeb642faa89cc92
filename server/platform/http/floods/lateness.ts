import type { ServerResponse } from 'node:http';
import { Bucket, type BucketRule } from '../../pacing/bucket.ts';
import type { Asker } from './shares.ts';

/**
 * Failures answered without delay: per person, or per address without a session; and per address over all its people.
 */
const atOnce = { burst: 150, perSecond: 50 };
const atOnceOfAddress = { burst: 600, perSecond: 200 };
/** Body bytes of a failed request that count as one further failure, up to `countedAtMost`. */
const countedPerBytes = 64 * 1024;
const countedAtMost = 50;
/** Delay of the answers to further failures. */
const laterMs = 1_000;
/** Limit on delayed answers; beyond it, the oldest leaves early. */
const waitingAtMost = 2_000;
const forgottenEveryMs = 60_000;

/**
 * Delays the answers to repeated failures: a client that floods the server with failing requests waits, so that
 * refusing them costs the others little. Every request still gets its answer.
 */
export class Lateness {
  private readonly buckets = new Map<string, Bucket>();
  private readonly waiting = new Set<() => void>();
  private readonly forgetting: NodeJS.Timeout;

  /**
   * Starts without any failure counted.
   * @param on false never delays, for load tests on loopback
   */
  constructor(private readonly on: boolean) {
    this.forgetting = setInterval(() => this.forget(), forgottenEveryMs).unref();
  }

  /**
   * Answers a failure, now or a little later.
   * @param bytes length of the refused body, read or not: the server receives it anyway
   */
  answer({ userId, address }: Asker, bytes: number, response: ServerResponse, send: () => void): void {
    this.forgetOldest();
    const counted = Math.min(countedAtMost, 1 + Math.floor(bytes / countedPerBytes));
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

  /** Sends all delayed answers. */
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

  /** Checks two buckets for each failure, so that addresses that fail only once do not pile up. */
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
