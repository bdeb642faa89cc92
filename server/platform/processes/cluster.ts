import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import type { Metrics } from '../metrics.ts';
import type { Event } from '../realtime/events.ts';
import { type Line, openLine } from './cluster-line.ts';

/** What processes say to each other, by topic. */
export interface Topics {
  event: Event;
  /** Those that leave together. */
  events: readonly Event[];
  /** Ids of people whose rooms are to follow the database. */
  rightsChanged: readonly string[];
  /** Ids of sessions. */
  sessionsEnded: readonly string[];
  /** Ids of people whose rights are to be read again. */
  peopleChanged: readonly string[];
}
type Topic = keyof Topics;
type Work = () => void | Promise<void>;

/** The other processes of this installation (decision 0006). */
export interface Cluster {
  /** Whether all that the others say is heard: true when there can be no others. */
  readonly connected: boolean;
  readonly closed: boolean;
  /** What the others say later waits until the handler has done with what they said before. */
  on<T extends Topic>(topic: T, handler: (said: Topics[T]) => void | Promise<void>): void;
  /** Says it to all the others, at once and without waiting. */
  tell<T extends Topic>(topic: T, said: Topics[T]): void;
  /** Says it, and waits until each of the others has done with it, for 800 ms at most. */
  ask<T extends Topic>(topic: T, said: Topics[T]): Promise<void>;
  /** Calls back when this process is cut off from the others. */
  onCut(work: () => void): void;
  /** Calls back when something that the others said, nobody knows what, was not heard here. */
  onMissed(work: Work): void;
  /** Undefined when this process is the only one. */
  readonly shared: { redis: Redis; namespace: string; nodes(): number; dropped(): number } | undefined;
  close(): Promise<void>;
}

/** The only process: it has nobody to speak to. */
export const alone: Cluster = {
  connected: true,
  closed: false,
  on: () => {},
  tell: () => {},
  ask: async () => {},
  onCut: () => {},
  onMissed: () => {},
  shared: undefined,
  close: async () => {},
};

const answerWithinMs = 800;
/** A process that says nothing is not waited for after this time… */
const awaitedForMs = 1_000;
/** …and is dead after this one: what it had committed last it may not have said. */
const deadAfterMs = 5_000;
/** Processes notice at different moments that Redis is back; what they lost is repaired once for all. */
const gatherMs = 1_000;

/**
 * Joins the other processes, by Redis.
 * @throws StartError when Redis does not answer
 */
export async function joinCluster(env: Pick<Env, 'redisUrl' | 'jwtSecret'>, logger: Logger): Promise<Cluster> {
  if (!env.redisUrl) return alone;
  const member = new Member(logger);
  member.line = await openLine(env.redisUrl, env.jwtSecret, logger, member);
  return member;
}

/** Reports what operators watch: whether Redis answers, how many processes there are, what was never sent. */
export function measureCluster(metrics: Pick<Metrics, 'watch'>, cluster: Cluster): void {
  const { shared } = cluster;
  if (!shared) return;
  metrics.watch('palabre_redis_up', 'Whether the other processes are heard, by Redis', () => Number(cluster.connected));
  metrics.watch('palabre_processes', 'Processes that this one hears, itself included', shared.nodes);
  metrics.watch('palabre_redis_dropped', 'Messages that never left for the other processes', shared.dropped);
}

class Member implements Cluster {
  declare line: Line;
  private readonly handlers = new Map<string, (said: unknown) => void | Promise<void>>();
  private readonly whenCut: (() => void)[] = [];
  private readonly whenMissed: Work[] = [];
  /** Milliseconds since the epoch at which each of the others was last heard. */
  private readonly others = new Map<string, number>();
  /** What is not done yet of what each of the others said. */
  private readonly behind = new Map<string, Promise<void>>();
  private readonly asked = new Map<string, { awaited: Set<string>; done: () => void }>();
  closed = false;
  private questions = 0;
  private repair: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  get connected(): boolean {
    return this.line.held;
  }

  get shared(): Cluster['shared'] {
    const { redis, namespace } = this.line;
    return { redis, namespace, nodes: () => this.others.size + 1, dropped: () => this.line.dropped };
  }

  on<T extends Topic>(topic: T, handler: (said: Topics[T]) => void | Promise<void>): void {
    this.handlers.set(topic, handler as (said: unknown) => void | Promise<void>);
  }

  onCut(work: () => void): void {
    this.whenCut.push(work);
  }

  onMissed(work: Work): void {
    this.whenMissed.push(work);
  }

  tell<T extends Topic>(topic: T, said: Topics[T]): void {
    this.line.say(topic, JSON.stringify(said));
  }

  async ask<T extends Topic>(topic: T, said: Topics[T]): Promise<void> {
    const now = Date.now();
    const awaited = new Set([...this.others].filter(([, heard]) => now - heard < awaitedForMs).map(([id]) => id));
    if (!this.connected || awaited.size === 0) return this.tell(topic, said);
    this.questions += 1;
    const question = String(this.questions);
    await new Promise<void>(resolve => {
      const done = (): void => {
        clearTimeout(timer);
        this.asked.delete(question);
        resolve();
      };
      const timer = setTimeout(done, answerWithinMs);
      this.asked.set(question, { awaited, done });
      this.line.say(`${topic}?${question}`, JSON.stringify(said));
    });
  }

  heard(from: string, topic: string, body: string): void {
    if (topic === 'bye') {
      this.forget(from);
      return;
    }
    if (!this.others.has(from)) this.logger.info({ node: from }, 'another process is there');
    this.others.set(from, Date.now());
    if (topic === 'missed') this.missed();
    else if (topic === 'done') this.answered(from, body);
    else if (topic !== 'beat') this.inTurn(from, () => this.follow(from, topic, body));
  }

  beat(): void {
    const now = Date.now();
    for (const [id, heard] of this.others) {
      if (now - heard < deadAfterMs) continue;
      this.logger.warn({ node: id }, 'another process has died');
      this.forget(id);
      this.missed();
    }
  }

  cut(): void {
    for (const work of this.whenCut) work();
  }

  restored(): void {
    // Nobody could be heard meanwhile: each has its full time again before it counts as dead.
    for (const id of this.others.keys()) this.others.set(id, Date.now());
  }

  lost(what: 'deaf' | 'mute'): void {
    if (what === 'deaf') this.missed();
    else this.line.say('missed', '');
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.repair);
    this.line.say('bye', '');
    await this.line.close();
  }

  /** One at a time what one process said, and at once while nothing of it has to be waited for. */
  private inTurn(from: string, work: Work): void {
    const before = this.behind.get(from);
    const under = before ? before.then(work) : work();
    if (!under) return;
    const mine: Promise<void> = under.finally(() => {
      if (this.behind.get(from) === mine) this.behind.delete(from);
    });
    this.behind.set(from, mine);
  }

  private follow(from: string, topic: string, body: string): void | Promise<void> {
    const [name = '', question] = topic.split('?');
    const answer = (): void => {
      if (question) this.line.say('done', `${from} ${question}`);
    };
    const failed = (error: unknown): void =>
      this.logger.error({ err: error, topic: name }, 'what another process said was not followed');
    try {
      const under = this.handlers.get(name)?.(JSON.parse(body));
      if (under) return under.catch(failed).then(answer);
    } catch (error) {
      failed(error);
    }
    answer();
  }

  private answered(from: string, body: string): void {
    const [asker, question = ''] = body.split(' ');
    const pending = asker === this.line.id ? this.asked.get(question) : undefined;
    if (!pending) return;
    pending.awaited.delete(from);
    if (pending.awaited.size === 0) pending.done();
  }

  private forget(id: string): void {
    this.others.delete(id);
    for (const { awaited, done } of [...this.asked.values()]) {
      awaited.delete(id);
      if (awaited.size === 0) done();
    }
  }

  private missed(): void {
    this.repair ??= setTimeout(() => {
      this.repair = undefined;
      for (const work of this.whenMissed) void work();
    }, gatherMs).unref();
  }
}
