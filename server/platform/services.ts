import type { Logger } from 'pino';
import type { Env } from '../env.ts';
import type { Calls } from '../features/mentions/calls.ts';
import type { MessageReaders } from '../features/messages/messages.store.ts';
import type { PostQueue } from '../features/messages/posts.ts';
import type { PinReader } from '../features/pins/pins.store.ts';
import type { ReactionQueue } from '../features/reactions/reaction-queue.ts';
import type { Reads } from '../features/unread/reads.ts';
import type { Storage } from './files/storage.ts';
import type { Limits } from './http/limits.ts';
import type { Shares } from './http/shares.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mails } from './mail/mail.ts';
import type { Database } from './postgres/db.ts';
import type { UnderWay } from './processes/under-way.ts';
import type { Broadcaster } from './realtime/events.ts';
import type { Turns } from './realtime/turns.ts';
import type { Sessions } from './session.ts';

/** What the whole server shares, made once in `app.ts` and handed to every handler. */
export interface Services {
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
  broadcaster: Broadcaster;
  /** Changes to one place happen one after the other in this process, from their transaction to their event. */
  places: Turns;
  /** Changes to one workspace, or to who is in one conversation, wait for each other in this process before they take a connection; see `work.ts`. */
  locked: Turns;
  /** What transactions say leaves in the order of their commits; see `work.ts`. */
  turns: Turns;
  /** What may have to be waited for before the database is closed. */
  underWay: UnderWay;
  posts: PostQueue;
  calls: Calls;
  /** How far people have read. */
  reads: Reads;
  messages: MessageReaders;
  reactions: ReactionQueue;
  pins: PinReader;
}
