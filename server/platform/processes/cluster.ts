import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Env } from '../../env.ts';
import type { Metrics } from '../metrics.ts';
import type { Event } from '../realtime/events.ts';
import { type Line, openLine } from './cluster-line.ts';

/** Messages between processes, by topic. */
export interface Topics {
  event: Event;
  /** Events sent together. */
  events: readonly Event[];
  /** Ids of people whose rooms must be updated from the database. */
  rightsChanged: readonly string[];
  /** Ids of ended sessions. */
  sessionsEnded: readonly string[];
  /** Ids of people whose rights must be read again. */
  peopleChanged: readonly string[];
  /** Two-step is required of everybody from now on, or no longer. */
  twoStepChanged: null;
  /** Settings of the whole installation have changed. */
  settingsChanged: null;
  /** A device begins to get pushes. */
  pushSubscribed: null;
}
type Topic = keyof Topics;
type Work = () => void | Promise<void>;

/** Other processes of this installation (decision 0006). */
export interface Cluster {
  /** Whether this process receives the others' messages; true when there can be no others. */
  readonly connected: boolean;
  readonly closed: boolean;
  /** Handles a topic; later messages of a process wait until the handler has finished the earlier one. */
  on<T extends Topic>(topic: T, handler: (said: Topics[T]) => void | Promise<void>): void;
  /** Sends a message to the others, without waiting. */
  tell<T extends Topic>(topic: T, said: Topics[T]): void;
  /** Sends a message, and waits until each of the others has handled it, 800 ms at most. */
  ask<T extends Topic>(topic: T, said: Topics[T]): Promise<void>;
  /** Calls `work` when this process is cut off from the others. */
  onCut(work: () => void): void;
  /** Calls `work` when messages of any other process were missed. */
  onMissed(work: Work): void;
  /** Redis and measures of the cluster; undefined when this process is alone. */
  readonly shared: { redis: Redis; namespace: string; nodes(): number; dropped(): number } | undefined;
  close(): Promise<void>;
}

/** Cluster of a single process. */
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

/** Times of a cluster, in milliseconds. */
export interface ClusterTimes {
  /** Limit on the wait for the others' answers. */
  answerWithinMs: number;
  /** Silence after which a process is not waited for. */
  awaitedForMs: number;
  /** Silence after which a process is dead; its last events may not have been sent. */
  deadAfterMs: number;
}

/** Times in production. */
const usualTimes: ClusterTimes = { answerWithinMs: 800, awaitedForMs: 1_000, deadAfterMs: 5_000 };
/** Delay that groups repairs: processes notice at different moments that Redis is back. */
const gatherMs = 1_000;

/**
 * Joins the other processes, through Redis.
 * @throws StartError when Redis does not answer
 */
export async function joinCluster(
  env: Pick<Env, 'redisUrl' | 'jwtSecret'>,
  logger: Logger,
  times: Partial<ClusterTimes> = {},
): Promise<Cluster> {
  if (!env.redisUrl) return alone;
  const member = new Member(logger, { ...usualTimes, ...times });
  member.line = await openLine(env.redisUrl, env.jwtSecret, logger, member);
  return member;
}

/** Adds the metrics of the cluster: whether Redis answers, the number of processes, the messages never sent. */
export function measureCluster(metrics: Pick<Metrics, 'watch'>, cluster: Cluster): void {
  const { shared } = cluster;
  if (!shared) return;
  const up = 'Whether the other processes are heard, by Redis';
  metrics.watch('palabre_redis_up', up, () => Number(cluster.connected), 'min');
  metrics.watch('palabre_processes', 'Processes that this one hears, itself included', shared.nodes, 'min');
  metrics.watch('palabre_redis_dropped', 'Messages that never left for the other processes', shared.dropped);
}

class Member implements Cluster {
  declare line: Line;
  private readonly handlers = new Map<string, (said: unknown) => void | Promise<void>>();
  private readonly whenCut: (() => void)[] = [];
  private readonly whenMissed: Work[] = [];
  /** Time of the last message of each other process, in milliseconds since the epoch. */
  private readonly others = new Map<string, number>();
  /** Unfinished handling of each other process's messages. */
  private readonly behind = new Map<string, Promise<void>>();
  private readonly asked = new Map<string, { awaited: Set<string>; done: () => void }>();
  closed = false;
  private questions = 0;
  private repair: NodeJS.Timeout | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly times: ClusterTimes,
  ) {}

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
    const { answerWithinMs, awaitedForMs } = this.times;
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
      if (now - heard < this.times.deadAfterMs) continue;
      this.logger.warn({ node: id }, 'another process has died');
      this.forget(id);
      this.missed();
    }
  }

  cut(): void {
    for (const work of this.whenCut) work();
  }

  restored(): void {
    // Nothing could be received meanwhile: the others get their full time again before they count as dead.
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

  /** Handles the messages of one process one at a time, synchronously while nothing is pending. */
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
