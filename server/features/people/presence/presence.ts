import { presenceTimes } from '@palabre/common/contract/people/presence.ts';
import type { Status } from '@palabre/common/contract/people/users.ts';
import type { Logger } from 'pino';
import { type Audience, readAudiences } from '../../../platform/access/people.store.ts';
import type { Event } from '../../../platform/realtime/events.ts';
import { to } from '../../../platform/realtime/rooms.ts';
import type { SocketListener } from '../../../platform/realtime/socket.ts';
import type { Services } from '../../../platform/services.ts';
import { chooseStatuses } from './presence.store.ts';
import { showAlone, showTogether } from './presence-processes.ts';

/** Times and budgets of presence. */
export interface PresenceTimes {
  /** Time from the last heartbeat until a person is offline. */
  offlineAfterMs: number;
  /** Time from the last touch of any device until a person is away. */
  awayAfterMs: number;
  /** Interval between two sweeps for silent people. */
  sweepMs: number;
  /** Delay after which pending changes are flushed together. */
  flushMs: number;
  /**
   * Approximate limit on the copies of events that one flush sends: the more people are online, the fewer changes it
   * emits.
   */
  copies: number;
  /** Approximate writes to sockets in a second: the more people are online, the rarer and larger the batches. */
  writesPerSecond: number;
  /** Interval between two heartbeats of a process, when there are several. */
  beatMs: number;
  /** Clock of people's activity, in milliseconds since the epoch. */
  now: () => number;
}

export const usualTimes: PresenceTimes = {
  offlineAfterMs: presenceTimes.offlineAfter * 1000,
  awayAfterMs: presenceTimes.awayAfter * 1000,
  sweepMs: 1_000,
  flushMs: 250,
  copies: 10_000,
  writesPerSecond: 8_000,
  beatMs: 5_000,
  now: () => Date.now(),
};

/** Smallest number of changes emitted at a time, however many people are online. */
const toldAtLeast = 16;

interface PersonThere {
  sockets: number;
  /** Milliseconds since the epoch. */
  lastActivity: number;
  silent: boolean;
  /** Last touch of any device, as far as this process knows. */
  lastInput: number;
  idle: boolean;
}

export interface Presence extends SocketListener {
  /** Returns the given people who are active on a device, in any status. */
  activeOf(userIds: readonly string[]): Promise<Set<string>>;
  close(): Promise<void>;
}

/** Addresses the rooms of the person's places, their own sockets included, so that people of one place share one event. */
const eventOf = ({ user, rooms: [own = '', ...places] }: Audience): Event => ({
  name: 'userUpdate',
  payload: user,
  target: to(...(places.length > 0 ? places.sort() : [own])),
});

/**
 * Tracks who is online. Changes are written in batches, one UPDATE each, and the latest of each person is emitted by
 * `userUpdate` within a budget (decision 0034). An idle person is away, unless they chose another status than online.
 * @param several whether other processes share the database
 */
export async function createPresence(
  services: Pick<Services, 'database' | 'broadcaster'>,
  logger: Logger,
  several = false,
  times: PresenceTimes = usualTimes,
): Promise<Presence> {
  const db = services.database.kysely;
  const { now } = times;
  const there = new Map<string, PersonThere>();
  const changed = new Set<string>();
  const untold = new Set<string>();
  /** Statuses chosen since the last flush, the latest of each person, and the promises that wait for their storage. */
  let chosen = new Map<string, Status>();
  let waiting: { kept: () => void; failed: (error: unknown) => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushed = -Infinity;
  let told = -Infinity;
  let flushing: Promise<void> = Promise.resolve();
  let closed = false;

  const arm = (delay = times.flushMs): void => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      flushed = performance.now();
      flushing = flush();
    }, delay).unref();
  };

  const mark = (userId: string): void => {
    changed.add(userId);
    arm();
  };

  const isThere = (userId: string): boolean => there.get(userId)?.silent === false;
  const isActive = (userId: string): boolean => isThere(userId) && there.get(userId)?.idle === false;

  const flush = async (): Promise<void> => {
    // Taken together with the chosen statuses: a status chosen during the write is emitted by the next flush.
    const batch = [...changed];
    changed.clear();
    await keepChosen();
    try {
      await show(batch);
      await tell();
    } catch (error) {
      logger.warn({ err: error }, 'presence: not written, tried again');
      for (const id of batch) changed.add(id);
    }
    timer = undefined;
    if (changed.size + untold.size + chosen.size > 0) arm();
  };

  /** Stores chosen statuses. A failure is reported to the people who chose, and not retried. */
  const keepChosen = async (): Promise<void> => {
    if (chosen.size === 0) return;
    const [batch, answers] = [chosen, waiting];
    [chosen, waiting] = [new Map(), []];
    try {
      await chooseStatuses(db, batch);
      for (const { kept } of answers) kept();
    } catch (error) {
      for (const { failed } of answers) failed(error);
    }
  };

  const show = async (batch: string[]): Promise<void> => {
    if (batch.length === 0) return;
    const active = batch.filter(isActive);
    const idle = batch.filter(id => isThere(id) && !isActive(id));
    const absent = batch.filter(id => !isThere(id));
    for (const id of await shown.show({ active, idle, absent })) untold.add(id);
  };

  const tell = async (): Promise<void> => {
    if (untold.size === 0) return;
    const people = Math.max(1, there.size);
    const everyMs = Math.max(times.flushMs, (people * 1_000) / times.writesPerSecond);
    if (performance.now() - told < everyMs - times.flushMs / 2) return;
    told = performance.now();
    const share = Math.max(toldAtLeast, Math.floor((times.copies * everyMs) / times.flushMs / people));
    const ids = [...untold].slice(0, share);
    const audiences = await readAudiences(db, ids);
    for (const id of ids) untold.delete(id);
    services.broadcaster.sendTogether(audiences.map(eventOf));
  };

  const toTell = (userIds: string[]): void => {
    for (const id of userIds) untold.add(id);
    if (userIds.length > 0) arm();
  };
  const everyone = (): void => {
    for (const id of there.keys()) mark(id);
  };
  const processTimes = { silentMs: times.offlineAfterMs, beatMs: times.beatMs };
  const shown = several ? await showTogether(db, logger, processTimes, toTell, everyone) : await showAlone(db);

  const sweeping = setInterval(() => {
    const silentSince = now() - times.offlineAfterMs;
    for (const [userId, person] of there) {
      if (!person.idle && isIdle(person)) {
        person.idle = true;
        mark(userId);
      }
      if (person.lastActivity > silentSince) continue;
      if (person.sockets === 0) there.delete(userId);
      if (!person.silent) mark(userId);
      person.silent = true;
    }
  }, times.sweepMs).unref();

  const isIdle = ({ lastInput }: PersonThere): boolean => now() - lastInput >= times.awayAfterMs;

  /** One touched device makes the person active. */
  const sawInput = (person: PersonThere, idleMs: number): void => {
    person.lastActivity = now();
    person.lastInput = Math.max(person.lastInput, now() - idleMs);
    person.silent = false;
    person.idle = isIdle(person);
  };

  const sawLife = (userId: string, idleMs: number): void => {
    const person = there.get(userId);
    if (!person) return;
    const before = { ...person };
    sawInput(person, idleMs);
    if (before.silent || before.idle !== person.idle) mark(userId);
  };

  return {
    connected(actor, _socket, idleMs = 0) {
      const person = there.get(actor.userId) ?? {
        sockets: 0,
        lastActivity: 0,
        silent: false,
        lastInput: 0,
        idle: false,
      };
      there.set(actor.userId, person);
      person.sockets += 1;
      sawInput(person, idleMs);
      changed.add(actor.userId);
      // A lone arrival is emitted at once: the person looks at the list of online people, and must see themself there.
      arm(performance.now() - flushed > times.flushMs ? 0 : times.flushMs);
    },

    disconnected(actor, _socket, clean) {
      const person = there.get(actor.userId);
      if (!person) return;
      person.sockets -= 1;
      // The connection was cut: the sweep waits for a reconnection.
      if (person.sockets > 0 || !clean) return;
      there.delete(actor.userId);
      mark(actor.userId);
    },

    activity: (actor, idleMs = 0) => sawLife(actor.userId, idleMs),

    setStatus({ userId }, status) {
      chosen.set(userId, status);
      sawLife(userId, 0);
      mark(userId);
      return new Promise((kept, failed) => waiting.push({ kept, failed }));
    },

    async activeOf(userIds) {
      return new Set([...userIds.filter(isActive), ...(await shown.activeElsewhere(userIds))]);
    },

    async close() {
      closed = true;
      clearInterval(sweeping);
      clearTimeout(timer);
      await flushing;
      await keepChosen();
      await shown.close();
    },
  };
}
