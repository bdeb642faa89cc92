import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { StartError } from './start-error.ts';

const beatEveryMs = 300;
/** Unanswered beats in a row before the line counts as cut. */
const missedBeatsAtMost = 3;
/** Unanswered heartbeats before the connections are reopened, since a vanished machine closes none. */
const reconnectAfterBeats = 70;
const startWithinMs = 5_000;
const closed = 'it has closed the connection';
/** Limit on unsent characters; beyond, messages are dropped, so that memory stays bounded. */
const unsentCharsAtMost = 32 * 1024 * 1024;

/** Handlers of a line: messages of each process in their order, and the state of the line. */
export interface LineListener {
  heard(from: string, topic: string, body: string): void;
  /** Called periodically while the line holds. */
  beat(): void;
  cut(): void;
  restored(): void;
  /** Reports lost messages: the other processes' (`deaf`), or our own (`mute`). */
  lost(what: 'deaf' | 'mute'): void;
}

/** Line to the other processes. */
export interface Line {
  readonly id: string;
  readonly held: boolean;
  /** Number of messages never sent, for the metrics. */
  readonly dropped: number;
  /** Connection for other commands; they answer or fail within half a second. */
  readonly redis: Redis;
  /** Prefix of every name of this installation in Redis. */
  readonly namespace: string;
  say(topic: string, body: string): void;
  close(): Promise<void>;
}

/**
 * Derives the namespace of an installation: processes that sign sessions with the same key share it. Several
 * installations may share a Redis, whose channels ignore database numbers.
 */
const namespaceOf = (key: Uint8Array): string =>
  `palabre:${createHmac('sha256', key).update('redis').digest('base64url').slice(0, 16)}`;

/**
 * Opens the line between processes: one Redis channel, to which each process publishes and subscribes. A process also
 * publishes heartbeats to itself: their return proves that the whole path works, which an open connection does not.
 * @param key the signing key of sessions
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
    // A resent event would be received twice.
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
    if (unsent > unsentCharsAtMost || speaker.status !== 'ready') {
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
      // The error of several failed addresses has a code and no message.
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
    if (unanswered > missedBeatsAtMost) cut(`no answer for ${missedBeatsAtMost * beatEveryMs} ms`);
    if (unanswered % reconnectAfterBeats === 0) for (const redis of all) redis.disconnect(true);
    if (held && mute) {
      mute = false;
      listener.lost('mute');
    }
    // Deferred: after a pause of this process, the messages received meanwhile are read first.
    if (held) setImmediate(() => listener.beat());
    // Ignored here: the next heartbeat counts a failed one.
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
      // Lets the earlier messages leave first.
      await Promise.race([speaker.ping().catch(() => {}), pause(500)]);
      close();
    },
  };
}
