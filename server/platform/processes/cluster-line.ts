import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

const beatEveryMs = 300;
/** Beats in a row that did not come back before the line counts as cut… */
const patience = 3;
/** …and before the connections are made again: a machine that has gone closes none. */
const renewedAfter = 70;
const startWithinMs = 5_000;
const closed = 'it has closed the connection';
/** Characters said to Redis and not yet taken by it; beyond, what is said is dropped, so that memory stays bounded. */
const unsentAtMost = 32 * 1024 * 1024;

/** What a line tells: a message of any node in the order each said them, and whether the line holds. */
export interface LineListener {
  heard(from: string, topic: string, body: string): void;
  /** Again and again, while the line holds. */
  beat(): void;
  cut(): void;
  restored(): void;
  /** What the others said for a while was not heard here (`deaf`), or what was said here was not sent (`mute`). */
  lost(what: 'deaf' | 'mute'): void;
}

export interface Line {
  readonly id: string;
  readonly held: boolean;
  /** Messages that never left, for the metrics. */
  readonly dropped: number;
  /** For commands besides messages; answers or fails within half a second. */
  readonly redis: Redis;
  /** Begins every name that this installation uses in Redis. */
  readonly namespace: string;
  say(topic: string, body: string): void;
  close(): Promise<void>;
}

/**
 * Processes that sign sessions with the same key are one installation. A Redis may be shared by several, and its
 * channels know nothing of database numbers.
 */
const namespaceOf = (key: Uint8Array): string =>
  `palabre:${createHmac('sha256', key).update('redis').digest('base64url').slice(0, 16)}`;

/**
 * Opens the line between processes: one Redis channel, on which each says things and hears all. A beat that this
 * process says to itself tells whether the whole way holds, which an open connection alone does not.
 * @param key the one that signs sessions
 * @throws StartError when Redis does not answer
 */
export async function openLine(url: string, key: Uint8Array, logger: Logger, listener: LineListener): Promise<Line> {
  const id = randomBytes(6).toString('base64url');
  const namespace = namespaceOf(key);
  const channel = `${namespace}:line`;
  const options = {
    protocol: 2 as const,
    lazyConnect: true,
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(50 * times, 1_000),
    maxRetriesPerRequest: null,
    // Said again after a reconnection, an event would be heard twice.
    autoResendUnfulfilledCommands: false,
  };
  const speaker = new Redis(url, { ...options, enableOfflineQueue: false });
  const ear = new Redis(url, options);
  const commands = new Redis(url, { ...options, enableOfflineQueue: false, commandTimeout: 500 });
  const all = [speaker, ear, commands];

  let opened = false;
  let held = false;
  let unanswered = 0;
  let deaf = false;
  let mute = false;
  let dropped = 0;
  let unsent = 0;
  let lastError = '';

  const cut = (why: string): void => {
    if (!held) return;
    held = false;
    logger.warn({ reason: lastError || why }, 'redis: cut off from the other processes');
    listener.cut();
  };
  const lose = (): void => {
    mute = true;
    dropped += 1;
  };
  const say = (topic: string, body: string): void => {
    if (unsent > unsentAtMost || speaker.status !== 'ready') {
      lose();
      return;
    }
    unsent += body.length;
    speaker
      .publish(channel, `${id} ${topic} ${body}`)
      .catch(lose)
      .finally(() => {
        unsent -= body.length;
      });
  };
  const restore = (): void => {
    unanswered = 0;
    if (held) return;
    held = true;
    lastError = '';
    logger.info({ deaf, mute }, 'redis: connected to the other processes');
    if (!opened) return;
    listener.restored();
    if (deaf) listener.lost('deaf');
    deaf = false;
  };

  for (const redis of all) {
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // Of several addresses that were tried, there is a code and no message.
      lastError = error.message || error.code || error.name;
    });
  }
  speaker.on('close', () => cut(closed));
  ear.on('close', () => {
    deaf = true;
    cut(closed);
  });
  ear.on('message', (_channel: string, message: string) => {
    const from = message.slice(0, id.length);
    const space = message.indexOf(' ', id.length + 1);
    const topic = message.slice(id.length + 1, space);
    if (from === id && topic === 'beat') restore();
    else if (from !== id && opened) listener.heard(from, topic, message.slice(space + 1));
  });
  const beat = (): void => {
    unanswered += 1;
    if (unanswered > patience) cut(`no answer for ${patience * beatEveryMs} ms`);
    if (unanswered % renewedAfter === 0) for (const redis of all) redis.disconnect(true);
    if (held && mute) {
      mute = false;
      listener.lost('mute');
    }
    // After a pause of this process, what came meanwhile is read first.
    if (held) setImmediate(() => listener.beat());
    // An unanswered beat is not a loss: the next one says as much.
    if (speaker.status === 'ready') speaker.publish(channel, `${id} beat `).catch(() => {});
  };

  const close = (): void => {
    clearInterval(beating);
    held = false;
    for (const redis of all) redis.disconnect();
  };
  for (const redis of all) redis.connect().catch(() => {});
  ear.subscribe(channel).catch(() => {});
  const beating = setInterval(beat, beatEveryMs);
  const givesUpAt = Date.now() + startWithinMs;
  while (!held && Date.now() < givesUpAt) await pause(20);
  if (!held) {
    close();
    throw new StartError(`REDIS_URL : Redis ne répond pas à ${new URL(url).host} (${lastError || 'délai dépassé'}).`);
  }
  deaf = mute = false;
  opened = true;

  return {
    id,
    namespace,
    redis: commands,
    get held() {
      return held;
    },
    get dropped() {
      return dropped;
    },
    say,
    async close() {
      // What was said before leaves first.
      await Promise.race([speaker.ping().catch(() => {}), pause(500)]);
      close();
    },
  };
}
