import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/errors.ts';

type Does = (this: unknown, ...args: never[]) => unknown;

/**
 * Tracks work in flight without a waiting connection: requests whose client hung up, handshakes, notices that follow a
 * message. On shutdown, the server awaits it before it closes the database.
 */
export class UnderWay {
  private running = 0;
  private over = false;
  private nothingLeft = (): void => {};

  /**
   * Runs work, counts it until it is done, and returns its result.
   * @throws AppError `unavailable` after {@link end}
   */
  readonly run = <T>(does: () => T): T => {
    if (this.over) throw new AppError('unavailable', { retryAfter: 2 });
    const doing = does();
    if (!(doing instanceof Promise)) return doing;
    this.running += 1;
    const ended = (): void => {
      this.running -= 1;
      if (this.running === 0) this.nothingLeft();
    };
    doing.then(ended, ended);
    return doing;
  };

  /** Counts the requests of each route added from now on, until they have their answer. */
  ofRoutes(fastify: FastifyInstance): void {
    const { run } = this;
    const counted = <T>(does: T): T => {
      if (Array.isArray(does)) return does.map(counted) as T;
      if (typeof does !== 'function') return does;
      const counting: Does = function (...args) {
        return run(() => (does as unknown as Does).apply(this, args));
      };
      return counting as T;
    };
    fastify.addHook('onRoute', route => {
      for (const step of ['onRequest', 'preValidation'] as const) if (route[step]) route[step] = counted(route[step]);
      route.handler = counted(route.handler);
    });
  }

  /** Waits until no work is left; refuses later work, of requests without a waiting client. */
  async end(): Promise<void> {
    if (this.running > 0)
      await new Promise<void>(resolve => {
        this.nothingLeft = resolve;
      });
    this.over = true;
  }
}
