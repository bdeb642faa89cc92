import type { Env } from '../env.ts';
import type { PostQueue } from '../features/messages/posts.ts';
import type { Storage } from './files/storage.ts';
import type { Limits } from './http/limits.ts';
import type { Database } from './postgres/db.ts';
import type { Broadcaster } from './realtime/events.ts';
import type { PlaceLock } from './realtime/place-lock.ts';
import type { Sessions } from './session.ts';

/** What the whole server shares, made once in `app.ts` and handed to every handler. */
export interface Services {
  env: Env;
  database: Database;
  sessions: Sessions;
  storage: Storage;
  limits: Limits;
  broadcaster: Broadcaster;
  places: PlaceLock;
  posts: PostQueue;
}
