import { type KeyObject, randomUUID } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { type Database, type Db, newId } from './postgres/db.ts';
import { alone, type Cluster } from './processes/cluster.ts';
import { deleteSessions, insertSession, type LiveSession, readSessions } from './session.store.ts';
import { readTogether } from './together.ts';
import { readToken, signToken, tokenKey } from './token.ts';

/** Who makes a request: a live session and what of its person rights depend on. */
export interface Actor {
  userId: string;
  sid: string;
  admin: boolean;
  societyId: string | null;
}

const lifetimeDays = 30;
const cacheMs = 30_000;
const cachedAtMost = 50_000;

interface Cached {
  actor: Actor;
  /** Seconds since the epoch. */
  exp: number;
  readAt: number;
}

/**
 * Sessions: a JWT (HS256) whose `sid` names a row; the row gone, the session is over, at once (contract.md,
 * « Sessions and codes »). What a token stands for is kept for 30 s, and forgotten as soon as a session ends, in
 * every process; nothing is kept while the others can't be heard.
 */
export class Sessions {
  private readonly cache = new Map<string, Cached>();
  /** Raised by every session that ends and every person who changes: what was read before may not hold any more. */
  changes = 0;
  private readonly listeners: ((sids: readonly string[]) => void)[] = [];
  private readonly key: KeyObject;
  private readonly read: (sid: string) => Promise<LiveSession | undefined>;

  constructor(
    private readonly database: Database,
    secret: Uint8Array,
    private readonly cluster: Cluster = alone,
  ) {
    this.key = tokenKey(secret);
    this.read = readTogether(sids => readSessions(database.pool, sids));
    cluster.on('sessionsEnded', sids => this.forget(sids));
    cluster.on('personChanged', userId => this.forgetPerson(userId));
    cluster.onCut(() => this.forgetAll());
    cluster.onMissed(() => this.forgetAll());
  }

  /** Opens a session and answers its token. */
  async open(db: Db, userId: string): Promise<string> {
    const sid = newId();
    const expires = new Date(Date.now() + lifetimeDays * 86_400_000);
    await insertSession(db, { id: sid, userId, expires });
    return signToken({ id: userId, userId, sid }, expires, randomUUID(), this.key);
  }

  /** Who a token speaks for, or null when it is forged, expired or ended. */
  async verify(token: string): Promise<Actor | null> {
    const now = Date.now();
    const known = this.cache.get(token);
    if (known && now - known.readAt < cacheMs && known.exp * 1000 > now) return known.actor;
    this.cache.delete(token);
    const claims = readToken(token, this.key);
    if (!claims || !isUuid(claims.sid)) return null;
    const { sid, userId, exp } = claims as typeof claims & { sid: string; userId: string };
    const { changes } = this;
    const row = await this.read(sid);
    if (row?.user_id !== userId) return null;
    const actor: Actor = { userId, sid, admin: row.admin, societyId: row.society_id };
    // A session that ended while its row was being read must not be remembered as live.
    if (changes === this.changes && this.cluster.connected) this.remember(token, { actor, exp, readAt: now });
    return actor;
  }

  private remember(token: string, entry: Cached): void {
    // The oldest come first.
    for (const [old, { readAt }] of this.cache) {
      if (entry.readAt - readAt < cacheMs && this.cache.size < cachedAtMost) break;
      this.cache.delete(old);
    }
    this.cache.set(token, entry);
  }

  /**
   * Ends sessions: in the database with the caller's transaction, and for good once `done` is called after its
   * commit (nothing cached, sockets closed, in every process).
   * @param which all sessions of a person, save one when `except` is given, or one session
   */
  async end(
    db: Db,
    which: { userId: string; except?: string } | { sid: string },
  ): Promise<{ done: () => Promise<void> }> {
    const sids = await deleteSessions(db, which);
    return {
      done: async () => {
        this.forget(sids);
        await this.cluster.ask('sessionsEnded', sids);
      },
    };
  }

  private forget(sids: readonly string[]): void {
    this.changes += 1;
    const ended = new Set(sids);
    for (const [token, { actor }] of this.cache) if (ended.has(actor.sid)) this.cache.delete(token);
    for (const listener of this.listeners) listener(sids);
  }

  /** Calls back with the ids of sessions that have just ended. */
  onEnd(listener: (sids: readonly string[]) => void): void {
    this.listeners.push(listener);
  }

  /** Reads a person's rights again at their next request (administrator, society), in every process. */
  async refresh(userId: string): Promise<void> {
    this.forgetPerson(userId);
    await this.cluster.ask('personChanged', userId);
  }

  private forgetPerson(userId: string): void {
    this.changes += 1;
    for (const [token, { actor }] of this.cache) if (actor.userId === userId) this.cache.delete(token);
  }

  private forgetAll(): void {
    this.changes += 1;
    this.cache.clear();
  }

  /** Those of these sessions that have not ended. */
  live(sids: readonly string[]): Promise<Map<string, LiveSession>> {
    return readSessions(this.database.pool, sids);
  }
}
