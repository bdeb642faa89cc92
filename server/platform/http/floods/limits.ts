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

/** Rate limits: points per key in a duration of seconds. Lifted by `RATE_LIMITS=off`. */
const rules = {
  /** Failed logins of one account, in browsers that it does not know. */
  loginAccount: { points: 10, duration: 15 * 60 },
  /** Failed logins from one address. */
  loginAddress: { points: 100, duration: 15 * 60 },
  /** Failed logins of one account in one browser that it knows (decision 0039). */
  loginDevice: { points: 10, duration: 15 * 60 },
  /** Round trips to a provider of social login, from one address. */
  socialLogin: { points: 300, duration: 15 * 60 },
  /** Login pages opened from one address. */
  providers: { points: 600, duration: 60 },
  /** Settings of the place and its logo asked for from one client address. */
  settings: { points: 6_000, duration: 60 },
  /** Support addresses asked for without a session, from one client address. */
  contact: { points: 600, duration: 60 },
  /** Sessions of linked accounts opened by one account. */
  switchAccount: { points: 60, duration: 15 * 60 },
  /** Unsubscribes from mails, from one address: a mail provider sends them for all its users. */
  mailsOff: { points: 600, duration: 60 },
  /** Push subscriptions of one account, and its test pushes: each goes to another server. */
  push: { points: 120, duration: 60 * 60 },
  /** Codes sent to one account; also the two limits below. */
  codeMinute: { points: 1, duration: 60 },
  codeHour: { points: 5, duration: 60 * 60 },
  codeDay: { points: 10, duration: daySeconds },
  /** Wrong codes entered for one account. */
  codeTries: { points: 30, duration: daySeconds },
  /** Mails that warn an account that one of its code limits is spent. */
  codeTold: { points: 1, duration: daySeconds },
  /** Codes requested without a session from one address, and wrong codes from one address: each try writes a row. */
  codeRequests: { points: 100, duration: 15 * 60 },
  codeAddress: { points: 100, duration: 15 * 60 },
  /** Accounts looked up by e-mail, from one address. */
  emailLookup: { points: 20, duration: 60 },
  /** Changes of one profile: each is sent to everyone who shares a place with the person. */
  profile: { points: 60, duration: 60 * 60 },
  /** Account requests from one IP address, and for one mail address in a day. */
  askAccount: { points: 60, duration: 60 * 60 },
  askAddress: { points: 3, duration: daySeconds },
  register: { points: 60, duration: 60 * 60 },
  /** Wrong invite codes from one address. */
  inviteCode: { points: 20, duration: 10 * 60 },
  /** Reactions and pins of one account: each is sent to a whole place. */
  mark: { points: 300, duration: 60 },
  /** Read positions reported by one account: twice a second on each of several devices. */
  read: { points: 600, duration: 60 },
  /** Creations by one account, here and below. */
  makeWorkspace: { points: fieldLimits.inAnHour.workspace, duration: 60 * 60 },
  makeChannel: { points: fieldLimits.inAnHour.channel, duration: 60 * 60 },
  makeRole: { points: fieldLimits.inAnHour.role, duration: 60 * 60 },
  makeConversation: { points: fieldLimits.inAnHour.conversation, duration: 60 * 60 },
  makeSociety: { points: fieldLimits.inAnHour.society, duration: 60 * 60 },
  /** Requests to join a society: each is sent to its owners. */
  joinSociety: { points: fieldLimits.inAnHour.joinRequest, duration: 60 * 60 },
  /** Changes of a society by an owner: each is sent to all owners, with the whitelist. */
  runSociety: { points: 120, duration: 60 },
  report: { points: fieldLimits.inAnHour.report, duration: 60 * 60 },
  /** Megabytes of files uploaded by one account. */
  uploads: { points: fieldLimits.megabytesInAnHour, duration: 60 * 60 },
  makeInvite: { points: fieldLimits.inAnHour.invite, duration: 60 * 60 },
  /** Invitations sent by mail in a day: by one account, for one workspace, and to one address by anybody. */
  inviteMails: { points: 200, duration: daySeconds },
  inviteMailsOfWorkspace: { points: 1_000, duration: daySeconds },
  inviteMailsToAddress: { points: 5, duration: daySeconds },
  /** Searches of one account. */
  search: { points: 240, duration: 60 },
  /** GIF searches of one account at the provider, and GIF pictures that the server does not have yet. */
  gifSearch: { points: 90, duration: 60 },
  gifMedia: { points: 900, duration: 60 },
  /** Exports of personal data by one account. */
  export: { points: 5, duration: 60 * 60 },
  /** Test mails and backups requested by one administrator. */
  testMail: { points: 20, duration: 60 * 60 },
  backUp: { points: 6, duration: 60 * 60 },
  /** Downloads of the whole audit journal. */
  journal: { points: 10, duration: 60 },
} as const;

/** Name of a rate limit. */
export type LimitName = keyof typeof rules;

/** Counters of the rate limits. */
export interface Limits {
  /** Refuses with 429 when the key has spent all its points; spends none. */
  check(name: LimitName, key: string): Promise<void>;
  /**
   * Spends one or more points; refuses with 429 when too few are left.
   * @returns the points left
   */
  spend(name: LimitName, key: string, points?: number): Promise<number>;
  /** Gives back a point, spent on an attempt that succeeded. */
  refund(name: LimitName, key: string): Promise<void>;
  /** Forgets the points that a key has spent. */
  clear(name: LimitName, key: string): Promise<void>;
}

/**
 * Limits that guard accounts: stored in the database, so that they survive restarts and are shared by processes with or
 * without Redis. The other limits count frequent actions, and stay in memory or Redis.
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
  'askAccount',
  'askAddress',
  'inviteCode',
  'inviteMails',
  'inviteMailsOfWorkspace',
]);

/**
 * Creates the rate limits.
 * @param on false lifts every limit, for load tests on loopback
 * @param pool database of the limits that guard accounts; each process counts alone while it does not answer
 * @param shared Redis of the other limits; each process counts alone without Redis, or while Redis does not answer
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
  /** Hashes the keys stored in the database, so that it contains no e-mail or address. */
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
