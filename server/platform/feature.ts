import type { FastifyInstance } from 'fastify';
import type { Job } from './jobs/jobs.ts';
import type { Cluster } from './processes/cluster.ts';
import type { Event } from './realtime/events.ts';
import type { SocketListeners } from './realtime/socket.ts';
import type { Services } from './services.ts';

/** What a feature is built with: what all share, and what only those that live as long as the server need. */
export interface Building {
  services: Services;
  cluster: Cluster;
  /** What time it is for the work that is done by itself. */
  now: () => Date;
}

/**
 * What one feature gives the server, said in its `X.feature.ts`. `app.ts` goes through all features in the order of
 * `features.ts`; what a feature says nothing of does not exist: no endpoint, no job, nothing that is heard.
 */
export interface Feature {
  /** Makes what lasts as long as the server and is found in `services` from then on, by its own and all later features. */
  provides?(building: Building): Partial<Services> | Promise<Partial<Services>>;
  /** Serves its endpoints, below `/api`. */
  serves?(api: FastifyInstance, services: Services): void;
  /** Serves what it answers outside of `/api`. */
  servesBeside?(server: FastifyInstance, services: Services): void | Promise<void>;
  /** Lists the work that no request waits for. */
  jobs?(building: Building): Job[];
  /** Says what is done with what sockets say. */
  hearsSockets?(services: Services): Partial<SocketListeners>;
  /** Hears an event that speaks of one thing, in the process that sends it, just before it leaves. */
  hearsEvents?(services: Services): (event: Pick<Event, 'name' | 'payload'>) => void;
  /** Ends what must not go on while sockets and requests end. */
  ends?(services: Services): Promise<void>;
  /** Ends what requests may need, once none is under way. */
  endsLast?(services: Services): Promise<void>;
}
