import type { Logger } from 'pino';
import type { Env } from '../env.ts';
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
import type { Sessions } from './sessions/session.ts';

/**
 * What the whole server shares, made once in `app.ts` and handed to every handler. Each feature adds what it provides
 * (`declare module`, in its `X.feature.ts`).
 */
export interface Services extends Shared {}

/** What is there before any feature. */
export interface Shared {
  env: Env;
  database: Database;
  logger: Logger;
  sessions: Sessions;
  /** Work asked for now and done beside, tried again when it fails: `jobs.add`. */
  jobs: Pick<Jobs, 'add' | 'addAll'>;
  mails: Mails;
  storage: Storage;
  limits: Limits;
  shares: Shares;
  /** Who reads their answers, and how slowly. */
  departures: Pick<Departures, 'isSlow' | 'letGo'>;
  broadcaster: Broadcaster;
  /** Changes to one place happen one after the other in this process, from their transaction to their event. */
  places: Turns;
  /** Changes to one workspace, or to who is in one conversation, wait for each other in this process before they take a connection; see `work.ts`. */
  locked: Turns;
  /** What transactions say leaves in the order of their commits; see `work.ts`. */
  turns: Turns;
  /** What may have to be waited for before the database is closed. */
  underWay: UnderWay;
}
