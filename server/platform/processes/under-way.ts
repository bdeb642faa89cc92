import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/errors.ts';

type Does = (this: unknown, ...args: never[]) => unknown;

/**
 * What the server does that no connection waits for: requests whose client has hung up, sockets that are being let in,
 * what is told behind a message. Whatever ends the server waits for it before the database is closed.
 */
export class UnderWay {
  private running = 0;
  private over = false;
  private nothingLeft = (): void => {};

  /**
   * Does this, and counts it until it is done. Answers or fails as it does.
   * @throws AppError `unavailable` once {@link end} has waited for all there was
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

  /** Counts what each route that is registered from now on does until it has an answer. */
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

  /** Waits until nothing is under way. What would begin after that, of a request that nobody waits for, is refused. */
  async end(): Promise<void> {
    if (this.running > 0)
      await new Promise<void>(resolve => {
        this.nothingLeft = resolve;
      });
    this.over = true;
  }
}
