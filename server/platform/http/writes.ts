import type { ServerResponse } from 'node:http';
import type { Refusal } from '../refusals.ts';
import { AppError } from './errors.ts';

/** Changes of one person that run at once, and those that wait for one of them: nothing of these has been read yet. */
const usual = { atOnce: 16, waiting: 256 };

/** Files of one person that come at once: the next wait, and leave the others and their own messages their turn. */
export const uploadsAtOnce = { atOnce: 4, waiting: 16 };

interface Line {
  running: number;
  waiting: Set<() => void>;
}

/** Lets each person make so many changes at once; the next wait, and those beyond are refused. */
export class Writes {
  private readonly lines = new Map<string, Line>();

  constructor(
    private readonly most = usual,
    private readonly refusal: Refusal = 'writes',
  ) {}

  /** Comes back once it is this request's turn, which lasts until it is answered or given up. */
  async enter(userId: string, response: ServerResponse): Promise<void> {
    const line = this.lines.get(userId) ?? { running: 0, waiting: new Set() };
    if (line.running >= this.most.atOnce && line.waiting.size >= this.most.waiting) {
      throw new AppError('too_many_requests', { retryAfter: 1, refusal: this.refusal });
    }
    this.lines.set(userId, line);
    if (line.running < this.most.atOnce) line.running += 1;
    else if (!(await this.turn(line, response))) throw new AppError('too_many_requests', { retryAfter: 1 });
    const leave = (): void => this.leave(userId, line);
    if (response.closed) leave();
    else response.once('close', leave);
  }

  /** Waits for a place; false when whoever asked has gone meanwhile. */
  private turn({ waiting }: Line, response: ServerResponse): Promise<boolean> {
    return new Promise(resolve => {
      const come = (): void => {
        response.off('close', goAway);
        resolve(true);
      };
      const goAway = (): void => {
        waiting.delete(come);
        resolve(false);
      };
      waiting.add(come);
      response.once('close', goAway);
    });
  }

  /** The place goes to the next in line, never freed in between. */
  private leave(userId: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.lines.delete(userId);
  }
}
