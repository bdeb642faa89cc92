import type { FastifyInstance } from 'fastify';
import type { Job } from './jobs/jobs.ts';
import type { Metrics } from './metrics.ts';
import type { Cluster } from './processes/cluster.ts';
import type { Event } from './realtime/events.ts';
import type { SocketListeners } from './realtime/socket.ts';
import type { Services } from './services.ts';

/** Context in which a feature builds its parts: shared services, and the cluster. */
export interface Building {
  services: Services;
  cluster: Cluster;
  /** Clock of scheduled jobs. */
  now: () => Date;
}

/**
 * Parts that one feature adds to the server, declared in its `X.feature.ts`. `app.ts` goes through all features in the
 * order of `features.ts`; a part that no feature declares does not exist.
 */
export interface Feature {
  /** Creates services that live as long as the server; this feature and all later ones find them in `services`. */
  provides?(building: Building): Partial<Services> | Promise<Partial<Services>>;
  /** Serves the endpoints of the feature, below `/api`. */
  serves?(api: FastifyInstance, services: Services): void;
  /** Serves the routes of the feature outside `/api`. */
  servesBeside?(server: FastifyInstance, services: Services): void | Promise<void>;
  /** Lists the background jobs of the feature. */
  jobs?(building: Building): Job[];
  /** Returns the handlers of socket messages. */
  hearsSockets?(services: Services): Partial<SocketListeners>;
  /** Observes each event about one thing, in the process that sends it, just before it leaves. */
  hearsEvents?(services: Services): (event: Pick<Event, 'name' | 'payload'>) => void;
  /** Adds measures of the feature to `/metrics`. */
  measures?(services: Services, metrics: Pick<Metrics, 'watch' | 'total' | 'totals'>): void;
  /** Stops background work that must not outlast the sockets and requests. */
  ends?(services: Services): Promise<void>;
  /** Stops services that requests may need, once no request is in flight. */
  endsLast?(services: Services): Promise<void>;
}
