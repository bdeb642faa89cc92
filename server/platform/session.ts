import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Db } from './postgres/db.ts';
import { newId } from './postgres/db.ts';
import { alone, type Cluster } from './processes/cluster.ts';

/** Who makes a request: a live session and what of its person rights depend on. */
export interface Actor {
  userId: string;
  sid: string;
  admin: boolean;
  societyId: string | null;
}

const lifetimeDays = 30;
const cacheMs = 30_000;

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
  private readonly listeners: ((sids: readonly string[]) => void)[] = [];

  constructor(
    private readonly db: Db,
    private readonly key: Uint8Array,
    private readonly cluster: Cluster = alone,
  ) {
    cluster.on('sessionsEnded', sids => this.forget(sids));
    cluster.on('personChanged', userId => this.forgetPerson(userId));
    cluster.onCut(() => this.forgetAll());
    cluster.onMissed(() => this.forgetAll());
  }

  /** Opens a session and answers its token. */
  async open(db: Db, userId: string): Promise<string> {
    const sid = newId();
    const expires = new Date(Date.now() + lifetimeDays * 86_400_000);
    await db.insertInto('sessions').values({ id: sid, user_id: userId, expires_at: expires }).execute();
    return new SignJWT({ id: userId, userId, sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(this.key);
  }

  /** Who a token speaks for, or null when it is forged, expired or ended. */
  async verify(token: string): Promise<Actor | null> {
    const now = Date.now();
    const known = this.cache.get(token);
    if (known && now - known.readAt < cacheMs && known.exp * 1000 > now) return known.actor;
    this.cache.delete(token);
    const claims = await jwtVerify<{ userId: string; sid: string }>(token, this.key, { algorithms: ['HS256'] }).catch(
      () => null,
    );
    if (!claims || typeof claims.payload.sid !== 'string') return null;
    const { sid, userId, exp = 0 } = claims.payload;
    const generation = this.generation;
    const row = await this.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.admin', 'users.society_id'])
      .where('sessions.id', '=', sid)
      .where('sessions.user_id', '=', userId)
      .where('sessions.expires_at', '>', new Date())
      .executeTakeFirst();
    if (!row) return null;
    const actor: Actor = { userId, sid, admin: row.admin, societyId: row.society_id };
    // A session that ended while its row was being read must not be remembered as live.
    if (generation === this.generation && this.cluster.connected) this.remember(token, { actor, exp, readAt: now });
    return actor;
  }

  private generation = 0;

  private remember(token: string, entry: Cached): void {
    const oldest = this.cache.keys().next().value;
    if (this.cache.size >= 50_000 && oldest !== undefined) this.cache.delete(oldest);
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
    let query = db.deleteFrom('sessions').returning('id');
    if ('sid' in which) query = query.where('id', '=', which.sid);
    else {
      query = query.where('user_id', '=', which.userId);
      if (which.except) query = query.where('id', '!=', which.except);
    }
    const sids = (await query.execute()).map(row => row.id);
    return {
      done: async () => {
        this.forget(sids);
        await this.cluster.ask('sessionsEnded', sids);
      },
    };
  }

  private forget(sids: readonly string[]): void {
    this.generation += 1;
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
    this.generation += 1;
    for (const [token, { actor }] of this.cache) if (actor.userId === userId) this.cache.delete(token);
  }

  private forgetAll(): void {
    this.generation += 1;
    this.cache.clear();
  }

  /** Those of these sessions that have not ended. */
  async live(sids: readonly string[]): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sql<string>`ANY(${sids}::uuid[])`)
      .where('expires_at', '>', new Date())
      .execute();
    return new Set(rows.map(row => row.id));
  }
}
