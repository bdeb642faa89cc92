import { randomUUID } from 'node:crypto';
import { limits } from '@palabre/common/contract/fields.ts';
import { validate as isUuid } from 'uuid';
import { fail } from '../http/errors.ts';
import type { Job } from '../jobs/jobs.ts';
import { inBatches } from '../pacing/in-batches.ts';
import { type Database, type Db, newId } from '../postgres/db.ts';
import { alone, type Cluster } from '../processes/cluster.ts';
import type { Secrets } from './secrets.ts';
import {
  deleteOver,
  deleteSessions,
  insertSession,
  type LiveSession,
  type Opener,
  readSessions,
  readShut,
  type WhichSessions,
  waysOver,
} from './session.store.ts';
import { SeenSessions } from './session-seen.ts';
import { looksLikeToken, readToken, signToken } from './token.ts';

/** Sender of a request: a live session, with the facts about its person on which rights depend. */
export interface Actor {
  userId: string;
  sid: string;
  admin: boolean;
  societyId: string | null;
  /** Time at which the last stay of a guest ends; null for any other account. */
  guestUntilMs: number | null;
  /** Whether the person lacks the two-step required of everybody: they may do nothing except set it up. */
  needsTwoStep: boolean;
}

/** Device and address from which a session is opened, the address as for rate limits. */
export interface From {
  device: string | null;
  address: string;
}

const cacheMs = 30_000;
/** Limit on cached sessions, some 30 MB. */
const cachedAtMost = 50_000;

const isStaying = ({ guestUntilMs }: Actor, nowMs: number): boolean => guestUntilMs === null || nowMs < guestUntilMs;

interface Cached {
  actor: Actor;
  readAt: number;
  /** Token from which the session was read: the same token, byte for byte, needs no second signature check. */
  token: string;
  /** Expiry of that token, in milliseconds. */
  expires: number;
}

/**
 * Sessions: a JWT (HS256) whose `sid` names a row; once the row is deleted, or unused for as long as administrators
 * chose, the session is over. The actor of a session is cached for 30 s, whatever tokens name it, and invalidated in
 * every process as soon as the session ends; nothing is cached while the other processes are out of reach.
 */
export class Sessions {
  /** Entries by session id, the oldest reads first. */
  private readonly cache = new Map<string, Cached>();
  /** Entries of `cache`, by token. */
  private readonly byToken = new Map<string, Cached>();
  private forgetting: NodeJS.Timeout | undefined;
  /** Counts the ends of sessions and the changes of people: an earlier read may be stale. */
  changes = 0;
  private readonly listeners: ((sids: readonly string[]) => void)[] = [];
  private readonly judges: (() => Promise<void>)[] = [];
  private readonly read: (sid: string) => Promise<LiveSession | undefined>;
  readonly seen: SeenSessions;

  constructor(
    private readonly database: Database,
    private readonly secrets: Pick<Secrets, 'tokens'>,
    private readonly cluster: Cluster = alone,
  ) {
    this.seen = new SeenSessions(database.kysely);
    this.read = inBatches(sids => readSessions(database.first, sids));
    cluster.on('sessionsEnded', sids => this.forget(sids));
    cluster.on('peopleChanged', userIds => this.forgetPeople(userIds));
    cluster.on('twoStepChanged', () => this.judgeAll());
    cluster.onCut(() => this.forgetAll());
    cluster.onMissed(() => this.forgetAll());
  }

  /**
   * Opens a session and returns its token; `by` says whether a code proved it, or which linked account opens it.
   * @throws AppError `account_suspended`, or `account_stay_over` for a guest whose stay is over
   */
  async open(db: Db, userId: string, from: From, by: { code?: boolean; opener?: Opener } = {}): Promise<string> {
    const sid = newId();
    const expires = new Date(Date.now() + limits.sessionDays * 86_400_000);
    if (!(await insertSession(db, { id: sid, userId, expires, from, by }))) {
      fail((await readShut(db, userId)) === 'stay_over' ? 'account_stay_over' : 'account_suspended');
    }
    return signToken({ id: userId, userId, sid }, expires, randomUUID(), this.secrets.tokens[0]);
  }

  /** Returns the actor of a token, or null when the token is forged or expired, or the session has ended. */
  async verify(token: string): Promise<Actor | null> {
    const now = Date.now();
    const found = this.byToken.get(token);
    if (found && now - found.readAt < cacheMs && now < found.expires && isStaying(found.actor, now)) return found.actor;
    if (!looksLikeToken(token)) return null;
    const claims = readToken(token, this.secrets.tokens);
    if (!claims || !isUuid(claims.sid)) return null;
    const { sid, userId } = claims as typeof claims & { sid: string; userId: string };
    const known = this.cache.get(sid);
    if (known && now - known.readAt < cacheMs && isStaying(known.actor, now)) {
      return known.actor.userId === userId ? known.actor : null;
    }
    const { changes } = this;
    const row = await this.read(sid);
    if (row?.user_id !== userId) return null;
    if (row.resting) this.seen.hasten(sid);
    const guestUntilMs = row.guest_until?.getTime() ?? null;
    const { admin, society_id: societyId, needs_two_step: needsTwoStep } = row;
    const actor: Actor = { userId, sid, admin, societyId, guestUntilMs, needsTwoStep };
    // A session that ended during the read must not be cached as live.
    if (changes === this.changes && this.cluster.connected) {
      this.remember({ actor, readAt: now, token, expires: claims.exp * 1_000 });
    }
    return actor;
  }

  /**
   * Returns the error code for a token without a live session: whether its account is suspended, its guest's stay over,
   * or its session.
   */
  async refusalOf(token: string | undefined): Promise<'session_suspended' | 'session_stay_over' | 'unauthorized'> {
    const claims = token !== undefined && looksLikeToken(token) ? readToken(token, this.secrets.tokens) : null;
    if (!claims || !isUuid(claims.userId)) return 'unauthorized';
    const shut = await readShut(this.database.kysely, String(claims.userId));
    return shut ? (`session_${shut}` as const) : 'unauthorized';
  }

  /** Number of cached sessions. */
  get size(): number {
    return this.cache.size;
  }

  private remember(entry: Cached): void {
    const { sid } = entry.actor;
    this.drop(sid);
    this.cache.set(sid, entry);
    this.byToken.set(entry.token, entry);
    this.forgetOld();
    this.forgetting ??= setInterval(() => this.forgetOld(), cacheMs).unref();
  }

  private drop(sid: string): void {
    const entry = this.cache.get(sid);
    if (!entry) return;
    this.cache.delete(sid);
    this.byToken.delete(entry.token);
  }

  private forgetOld(): void {
    const before = Date.now() - cacheMs;
    for (const [sid, { readAt }] of this.cache) {
      if (readAt > before && this.cache.size <= cachedAtMost) return;
      this.drop(sid);
    }
    clearInterval(this.forgetting);
    this.forgetting = undefined;
  }

  /** Job that deletes expired and unused sessions and closes their sockets, in every process. */
  readonly job: Job = { name: 'sessions.purge', cron: '* * * * *', run: () => this.purge() };

  private async purge(): Promise<void> {
    for (const way of waysOver) {
      for (;;) {
        const sids = await deleteOver(this.database.kysely, way);
        if (sids.length === 0) break;
        await this.ended(sids);
      }
    }
  }

  private async ended(sids: string[]): Promise<void> {
    this.forget(sids);
    await this.cluster.ask('sessionsEnded', sids);
  }

  /**
   * Ends sessions: deletes them in the caller's transaction; after the commit, the caller runs `done`, which
   * invalidates caches and closes sockets in every process.
   */
  async end(db: Db, which: WhichSessions): Promise<{ done: () => Promise<void> }> {
    const sids = await deleteSessions(db, which);
    return { done: () => this.ended(sids) };
  }

  private forget(sids: readonly string[]): void {
    this.changes += 1;
    for (const sid of sids) this.drop(sid);
    for (const listener of this.listeners) listener(sids);
  }

  /** Calls the listener with the ids of sessions that have just ended. */
  onEnd(listener: (sids: readonly string[]) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Drops these people from the caches, so that their next request reads their rights again (administrator, society),
   * in every process.
   */
  async refresh(...userIds: string[]): Promise<void> {
    this.forgetPeople(userIds);
    await this.cluster.ask('peopleChanged', userIds);
  }

  /**
   * Makes every process check again who lacks two-step, for requests and open sockets, after it became required or
   * optional; called after the commit.
   */
  async twoStepChanged(): Promise<void> {
    await Promise.all([this.judgeAll(), this.cluster.ask('twoStepChanged', null)]);
  }

  /**
   * Calls the listener when the set of people without required two-step may have changed; the next read of a session
   * tells who they are.
   */
  onTwoStepChanged(listener: () => Promise<void>): void {
    this.judges.push(listener);
  }

  private async judgeAll(): Promise<void> {
    this.forgetAll();
    await Promise.all(this.judges.map(judge => judge()));
  }

  private forgetPeople(userIds: readonly string[]): void {
    this.changes += 1;
    const people = new Set(userIds);
    for (const [sid, { actor }] of this.cache) if (people.has(actor.userId)) this.drop(sid);
  }

  private forgetAll(): void {
    this.changes += 1;
    this.cache.clear();
    this.byToken.clear();
  }

  /** Reads which of these sessions are live. */
  live(sids: readonly string[]): Promise<Map<string, LiveSession>> {
    return readSessions(this.database.first, sids);
  }
}
