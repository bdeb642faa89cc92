import type { Env } from '../env.ts';
import type { PostQueue } from '../features/messages/posts.ts';
import type { Database } from './db.ts';
import type { Broadcaster } from './events.ts';
import type { Limits } from './limits.ts';
import type { PlaceLock } from './place-lock.ts';
import type { Sessions } from './session.ts';
import type { Storage } from './storage.ts';

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
