import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import type { Scanner } from './files/scanner.ts';
import type { Storage } from './files/storage.ts';
import type { Departures } from './http/floods/departures.ts';
import type { Limits } from './http/floods/limits.ts';
import type { Shares } from './http/floods/shares.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mails } from './mail/mail.ts';
import type { Database } from './postgres/db.ts';
import type { UnderWay } from './processes/under-way.ts';
import type { Broadcaster } from './realtime/events.ts';
import type { Turns } from './realtime/turns.ts';
import type { LastingKeys } from './sessions/lasting-keys.ts';
import type { Secrets } from './sessions/secrets.ts';
import type { Sessions } from './sessions/session.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Services of the whole server, created once in `app.ts` and handed to every handler. Each feature adds its own by
 * `declare module` in its `X.feature.ts`.
 */
export interface Services extends Shared {}

/** Services that exist before any feature. */
export interface Shared {
  env: Env;
  database: Database;
  logger: Logger;
  sessions: Sessions;
  /** Signs, seals and hashes with the server's secret; also reads whatever its predecessor signed or sealed. */
  secrets: Secrets;
  lastingKeys: LastingKeys;
  /** Enqueues background jobs, retried when they fail. */
  jobs: Pick<Jobs, 'add' | 'addAll'>;
  mails: Mails;
  settings: Settings;
  storage: Storage;
  /** Scans uploads before they are stored, if a scanner is configured. */
  scanner: Scanner;
  limits: Limits;
  shares: Shares;
  /** Tracks clients that read their answers too slowly. */
  departures: Pick<Departures, 'isSlow' | 'letGo'>;
  broadcaster: Broadcaster;
  /** Serializes changes to one place in this process, from their transaction to their event. */
  places: Turns;
  /**
   * Serializes changes to one workspace, conversation or society in this process; a waiting change holds no database
   * connection. See `work.ts`.
   */
  locked: Turns;
  /** Sends the events of transactions in the order of their commits; see `work.ts`. */
  turns: Turns;
  /** Tracks work that must end before the database is closed. */
  underWay: UnderWay;
}
