import { presenceTimes } from '@palabre/common/contract/presence.ts';
import type { Status } from '@palabre/common/contract/users.ts';
import type { Logger } from 'pino';
import { readAudiences } from '../../platform/people.store.ts';
import { to } from '../../platform/realtime/rooms.ts';
import type { SocketListener } from '../../platform/realtime/socket.ts';
import type { Services } from '../../platform/services.ts';
import { chooseStatuses } from './presence.store.ts';
import { showAlone, showTogether } from './presence-processes.ts';

export interface PresenceTimes {
  /** After the last sign of life, until a person is offline. */
  offlineAfterMs: number;
  /** Between two looks for people who have fallen silent. */
  sweepMs: number;
  /** Changes wait this long, and are then made together. */
  flushMs: number;
  /** Copies of events that one flush may send, about: the more people are there, the fewer changes it tells. */
  copies: number;
  /** Between two signs of life of a process, when there are several. */
  beatMs: number;
}

const usual: PresenceTimes = {
  offlineAfterMs: presenceTimes.offlineAfter * 1000,
  sweepMs: 1_000,
  flushMs: 250,
  copies: 10_000,
  beatMs: 5_000,
};

/** Told by one flush at least, however many people are there. */
const toldAtLeast = 4;

interface PersonThere {
  sockets: number;
  /** Milliseconds since the epoch. */
  lastActivity: number;
  silent: boolean;
}

export interface Presence extends SocketListener {
  /** Stops the timers, once what is under way is done. */
  close(): Promise<void>;
}

/**
 * Who is there, and what others see of it (contract.md, « Realtime »). Changes are made in batches, one UPDATE for
 * all of them, and told by `userUpdate` within a budget that bounds what presence costs per second: a person who
 * changes several times meanwhile is told once, as they are then.
 * @param several whether other processes share the database
 */
export async function createPresence(
  services: Pick<Services, 'database' | 'broadcaster'>,
  logger: Logger,
  several = false,
  times: PresenceTimes = usual,
): Promise<Presence> {
  const db = services.database.kysely;
  const there = new Map<string, PersonThere>();
  const changed = new Set<string>();
  const untold = new Set<string>();
  /** What people chose since the last flush, and those who wait for the next to have kept it: only the last counts. */
  let chosen = new Map<string, Status>();
  let waiting: { kept: () => void; failed: (error: unknown) => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushed = 0;
  let flushing: Promise<void> = Promise.resolve();
  let closed = false;

  const arm = (delay = times.flushMs): void => {
    if (timer || closed) return;
    timer = setTimeout(() => {
      flushed = Date.now();
      flushing = flush();
    }, delay).unref();
  };

  const mark = (userId: string): void => {
    changed.add(userId);
    arm();
  };

  const isThere = (userId: string): boolean => there.get(userId)?.silent === false;

  const flush = async (): Promise<void> => {
    await keepChosen();
    const batch = [...changed];
    changed.clear();
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

  /** A choice that can't be kept is told to who made it, and not tried again. */
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
    const present = batch.filter(isThere);
    const absent = batch.filter(id => !isThere(id));
    for (const id of await shown.show(present, absent)) untold.add(id);
  };

  const tell = async (): Promise<void> => {
    if (untold.size === 0) return;
    const share = Math.max(toldAtLeast, Math.floor(times.copies / Math.max(1, there.size)));
    const ids = [...untold].slice(0, share);
    const audiences = await readAudiences(db, ids);
    for (const id of ids) untold.delete(id);
    for (const { user, rooms } of audiences) services.broadcaster.send('userUpdate', user, to(...rooms));
  };

  const told = (userIds: string[]): void => {
    for (const id of userIds) untold.add(id);
    if (userIds.length > 0) arm();
  };
  const everyone = (): void => {
    for (const id of there.keys()) mark(id);
  };
  const processTimes = { silentMs: times.offlineAfterMs, beatMs: times.beatMs };
  const shown = several ? await showTogether(db, logger, processTimes, told, everyone) : await showAlone(db);

  const sweeping = setInterval(() => {
    const silentSince = Date.now() - times.offlineAfterMs;
    for (const [userId, person] of there) {
      if (person.lastActivity > silentSince) continue;
      if (person.sockets === 0) there.delete(userId);
      if (!person.silent) mark(userId);
      person.silent = true;
    }
  }, times.sweepMs).unref();

  const sawLife = (userId: string): void => {
    const person = there.get(userId);
    if (!person) return;
    person.lastActivity = Date.now();
    if (person.silent) mark(userId);
    person.silent = false;
  };

  return {
    connected(actor) {
      const person = there.get(actor.userId);
      there.set(actor.userId, { sockets: (person?.sockets ?? 0) + 1, lastActivity: Date.now(), silent: false });
      changed.add(actor.userId);
      // Whoever comes looks who is there, and is to see themself: a lone arrival waits for no other.
      arm(Date.now() - flushed > times.flushMs ? 0 : times.flushMs);
    },

    disconnected(actor, _socket, clean) {
      const person = there.get(actor.userId);
      if (!person) return;
      person.sockets -= 1;
      // Cut off, they may be back in a moment: the sweep waits for them.
      if (person.sockets > 0 || !clean) return;
      there.delete(actor.userId);
      mark(actor.userId);
    },

    activity: actor => sawLife(actor.userId),

    setStatus({ userId }, status) {
      chosen.set(userId, status);
      sawLife(userId);
      mark(userId);
      return new Promise((kept, failed) => waiting.push({ kept, failed }));
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
