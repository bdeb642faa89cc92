import { limits as fieldLimits } from '@palabre/common/contract/fields.ts';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Cluster } from '../processes/cluster.ts';
import { fail } from './errors.ts';

/** Limits by time: points in a duration of seconds, for each key. Lifted by `RATE_LIMITS=off`. */
const rules = {
  /** Failed logins of one account (contract.md, « Sessions and codes »). */
  loginAccount: { points: 10, duration: 15 * 60 },
  /** Failed logins from one address. */
  loginAddress: { points: 100, duration: 15 * 60 },
  register: { points: 60, duration: 60 * 60 },
  /** Wrong invite codes from one address (contract.md, « Invites »). */
  inviteCode: { points: 20, duration: 10 * 60 },
  /** Reactions and pins of one account: each is told to a whole place. */
  mark: { points: 300, duration: 60 },
  /** What one account makes (contract.md, « Workspaces, roles, channels »). */
  makeWorkspace: { points: fieldLimits.inAnHour.workspace, duration: 60 * 60 },
  makeChannel: { points: fieldLimits.inAnHour.channel, duration: 60 * 60 },
  makeRole: { points: fieldLimits.inAnHour.role, duration: 60 * 60 },
  makeConversation: { points: fieldLimits.inAnHour.conversation, duration: 60 * 60 },
  /** Megabytes of files sent by one account. */
  uploads: { points: fieldLimits.megabytesInAnHour, duration: 60 * 60 },
  makeInvite: { points: fieldLimits.inAnHour.invite, duration: 60 * 60 },
  /** GIFs one account asks the provider for, and their pictures that the server does not have yet. */
  gifSearch: { points: 90, duration: 60 },
  gifMedia: { points: 900, duration: 60 },
} as const;

export type LimitName = keyof typeof rules;

export interface Limits {
  /** Refuses with 429 when the key has spent its points; spends none. */
  check(name: LimitName, key: string): Promise<void>;
  /** Spends a point, or so many, and refuses with 429 when they were not left. */
  spend(name: LimitName, key: string, points?: number): Promise<void>;
  /** Gives back a point spent on what turned out well. */
  refund(name: LimitName, key: string): Promise<void>;
  /** Forgets what a key has spent. */
  clear(name: LimitName, key: string): Promise<void>;
}

/**
 * @param on false lifts every limit by time, for load tests on loopback
 * @param shared where processes count together; each counts alone while Redis does not answer
 */
export function createLimits(on: boolean, shared?: Cluster['shared']): Limits {
  if (!on) return { check: async () => {}, spend: async () => {}, refund: async () => {}, clear: async () => {} };
  const limiterOf = (name: string, rule: { points: number; duration: number }): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix: name, ...rule });
    if (!shared) return memory;
    const { redis: storeClient, namespace } = shared;
    const keyPrefix = `${namespace}:limit:${name}`;
    return new RateLimiterRedis({
      ...{ storeClient, keyPrefix, ...rule },
      ...{ insuranceLimiter: memory, rejectIfRedisNotReady: true },
    });
  };
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, limiterOf(name, rule)]),
  ) as Record<LimitName, RateLimiterAbstract>;
  const refuse = (refusal: LimitName, ms: number): never =>
    fail('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ms / 1000)), refusal });
  return {
    check: async (name, key) => {
      const state = await limiters[name].get(key);
      if (state && state.consumedPoints >= rules[name].points) refuse(name, state.msBeforeNext);
    },
    spend: async (name, key, points = 1) => {
      await limiters[name]
        .consume(key, points)
        .catch((state: { msBeforeNext: number }) => refuse(name, state.msBeforeNext));
    },
    refund: async (name, key) => {
      await limiters[name].reward(key);
    },
    clear: async (name, key) => {
      await limiters[name].delete(key);
    },
  };
}
