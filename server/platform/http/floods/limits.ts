import { createHash } from 'node:crypto';
import { limits as fieldLimits } from '@palabre/common/contract/fields.ts';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import type { Cluster } from '../../processes/cluster.ts';
import { fail } from '../errors.ts';

const daySeconds = 24 * 60 * 60;

/** Limits by time: points in a duration of seconds, for each key. Lifted by `RATE_LIMITS=off`. */
const rules = {
  /** Failed logins of one account. */
  loginAccount: { points: 10, duration: 15 * 60 },
  /** Failed logins from one address. */
  loginAddress: { points: 100, duration: 15 * 60 },
  /** Failed logins of one account in one browser that it knows (decision 0039). */
  loginDevice: { points: 10, duration: 15 * 60 },
  /** Ways to a provider of social login and back, from one address. */
  socialLogin: { points: 300, duration: 15 * 60 },
  /** Pages of login that one address opens. */
  providers: { points: 600, duration: 60 },
  /** Pages without a session that ask whom one may write to, from one address. */
  contact: { points: 600, duration: 60 },
  /** Sessions of linked accounts that one account opens. */
  switchAccount: { points: 60, duration: 15 * 60 },
  /** Mails turned off from one address: mail providers do it for all of their people. */
  mailsOff: { points: 600, duration: 60 },
  /** Codes sent to one account. */
  codeMinute: { points: 1, duration: 60 },
  codeHour: { points: 5, duration: 60 * 60 },
  codeDay: { points: 10, duration: daySeconds },
  /** Wrong codes of one account. */
  codeTries: { points: 30, duration: daySeconds },
  /** Mails that tell of either. */
  codeTold: { points: 1, duration: daySeconds },
  /** Codes asked for without a session from one address, and wrong codes: each try has a row. */
  codeRequests: { points: 100, duration: 15 * 60 },
  codeAddress: { points: 100, duration: 15 * 60 },
  /** Accounts looked up by their e-mail from one address. */
  emailLookup: { points: 20, duration: 60 },
  /** Changes of one profile: each is told to all who share a place with its person. */
  profile: { points: 60, duration: 60 * 60 },
  register: { points: 60, duration: 60 * 60 },
  /** Wrong invite codes from one address. */
  inviteCode: { points: 20, duration: 10 * 60 },
  /** Reactions and pins of one account: each is told to a whole place. */
  mark: { points: 300, duration: 60 },
  /** What one account says of how far it has read: twice a second on each of several devices. */
  read: { points: 600, duration: 60 },
  /** What one account makes. */
  makeWorkspace: { points: fieldLimits.inAnHour.workspace, duration: 60 * 60 },
  makeChannel: { points: fieldLimits.inAnHour.channel, duration: 60 * 60 },
  makeRole: { points: fieldLimits.inAnHour.role, duration: 60 * 60 },
  makeConversation: { points: fieldLimits.inAnHour.conversation, duration: 60 * 60 },
  makeSociety: { points: fieldLimits.inAnHour.society, duration: 60 * 60 },
  /** Requests to join a society: each is told to its owners. */
  joinSociety: { points: fieldLimits.inAnHour.joinRequest, duration: 60 * 60 },
  /** What an owner does in a society: each is told to all its owners, with the whitelist. */
  runSociety: { points: 120, duration: 60 },
  report: { points: fieldLimits.inAnHour.report, duration: 60 * 60 },
  /** Megabytes of files sent by one account. */
  uploads: { points: fieldLimits.megabytesInAnHour, duration: 60 * 60 },
  makeInvite: { points: fieldLimits.inAnHour.invite, duration: 60 * 60 },
  /** Searches of one account. */
  search: { points: 240, duration: 60 },
  /** GIFs one account asks the provider for, and their pictures that the server does not have yet. */
  gifSearch: { points: 90, duration: 60 },
  gifMedia: { points: 900, duration: 60 },
  /** Exports of one’s own data. */
  export: { points: 5, duration: 60 * 60 },
  /** Files of the whole journal. */
  journal: { points: 10, duration: 60 },
} as const;

export type LimitName = keyof typeof rules;

export interface Limits {
  /** Refuses with 429 when the key has spent its points; spends none. */
  check(name: LimitName, key: string): Promise<void>;
  /**
   * Spends a point, or so many, and refuses with 429 when they were not left.
   * @returns how many are left
   */
  spend(name: LimitName, key: string, points?: number): Promise<number>;
  /** Gives back a point spent on what turned out well. */
  refund(name: LimitName, key: string): Promise<void>;
  /** Forgets what a key has spent. */
  clear(name: LimitName, key: string): Promise<void>;
}

/**
 * Those that guard accounts: kept in the database, so that a restart forgets nothing and processes share them whether or
 * not there is Redis. The others count what is done all the time, and stay in memory.
 */
const guards: ReadonlySet<string> = new Set<LimitName>([
  'loginAccount',
  'loginAddress',
  'loginDevice',
  'switchAccount',
  'codeMinute',
  'codeHour',
  'codeDay',
  'codeTries',
  'codeTold',
  'codeRequests',
  'codeAddress',
  'emailLookup',
  'register',
  'inviteCode',
]);

/**
 * @param on false lifts every limit by time, for load tests on loopback
 * @param pool where what guards accounts is kept; each process counts alone while the database does not answer
 * @param shared where processes count the rest together; each counts alone while Redis does not answer
 */
export function createLimits(on: boolean, pool: pg.Pool, shared?: Cluster['shared']): Limits {
  const nothing = async () => {};
  if (!on) return { check: nothing, spend: async () => Number.POSITIVE_INFINITY, refund: nothing, clear: nothing };
  const limiterOf = (name: string, rule: { points: number; duration: number }): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix: name, ...rule });
    if (guards.has(name)) {
      return new RateLimiterPostgres({
        ...{ storeClient: pool, storeType: 'pool', keyPrefix: name, ...rule, insuranceLimiter: memory },
        ...{ tableName: 'limits_spent', tableCreated: true, clearExpiredByTimeout: name === 'loginAccount' },
      });
    }
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
  /** In the database stands nobody's e-mail or address. */
  const keyOf = (name: LimitName, key: string) =>
    guards.has(name) ? createHash('sha256').update(`${name} ${key}`).digest('base64url') : key;
  return {
    check: async (name, key) => {
      const state = await limiters[name].get(keyOf(name, key));
      if (state && state.consumedPoints >= rules[name].points) refuse(name, state.msBeforeNext);
    },
    spend: async (name, key, points = 1) => {
      const { remainingPoints } = await limiters[name]
        .consume(keyOf(name, key), points)
        .catch((state: { msBeforeNext: number }) => refuse(name, state.msBeforeNext));
      return remainingPoints;
    },
    refund: async (name, key) => {
      await limiters[name].reward(keyOf(name, key));
    },
    clear: async (name, key) => {
      await limiters[name].delete(keyOf(name, key));
    },
  };
}
