import type { EventPayload } from '@palabre/common/contract/index.ts';
import { namedIn } from '@palabre/common/rules/messages/mentions.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Event } from '../../../platform/realtime/events.ts';
import type { Services } from '../../../platform/services.ts';
import { type Reach, readCalledNames } from '../notifications/open/waiting.store.ts';
import { type Group, placesToPush, pushesOf, summaryOf } from './push.payload.ts';
import {
  type Asked,
  type Due,
  noteAsked,
  noteDone,
  notePushed,
  noteTryAgain,
  readCalledDevices,
  readLookedAt,
  readOwner,
  readToldDevice,
  readUrgentlyCalled,
  waitsFor,
} from './push.store.ts';
import { noteSent } from './subscriptions.store.ts';

const hourMs = 3_600_000;
/** Delay before an unread message is pushed. */
const waitsMs = 10_000;
/** Age from which a message is no longer pushed. */
const oldMs = 24 * hourMs;
const devicesAtOnce = 200;
const messagesAtOnce = 256;
/** First pause after a push service asked to retry later, or did not answer; each next pause is twice as long. */
const pauseMs = 10_000;
/** Limit on consecutive retries of a push; an hour later the look takes over. */
const triesAtMost = 8;
const sendJob = 'push.send';

const dueAt = (now: Date): Due => ({
  saidBefore: new Date(now.getTime() - waitsMs),
  saidAfter: new Date(now.getTime() - oldMs),
  askedBefore: new Date(now.getTime() - hourMs),
});

/** Payload of the job that pushes. */
interface Sending {
  deviceId: string;
  /** Number of times that the push service asked to retry later, or did not answer. */
  tries?: number;
}

type Uses = Pick<Services, 'database' | 'jobs' | 'presence' | 'pushes' | 'pushSubscribers' | 'duty'>;

/**
 * Returns the devices to push to, of people active on none of their devices: with all pending messages if on duty, and
 * with urgent messages alone if off duty.
 */
async function reachable(
  { database, presence, duty }: Uses,
  devices: readonly Asked[],
  now: Date,
): Promise<Map<string, Reach>> {
  const active = await presence.activeOf([...new Set(devices.map(({ userId }) => userId))]);
  const away = devices.filter(({ userId }) => !active.has(userId));
  const off = await duty.offDutyOf([...new Set(away.map(({ userId }) => userId))]);
  const held = away.filter(({ userId }) => off.has(userId)).map(({ id }) => id);
  const until = new Date(now.getTime() + hourMs);
  const urgent = held.length > 0 ? await readUrgentlyCalled(database.kysely, held, dueAt(now), until) : new Set();
  const reached = away.filter(({ id, userId }) => !off.has(userId) || urgent.has(id));
  return new Map(reached.map(({ id, userId }) => [id, off.has(userId) ? 'urgent' : 'all']));
}

/** Queues pushes to the reachable devices. */
async function ask(services: Uses, devices: Asked[], now: Date, delayMs = 0): Promise<void> {
  const { database, jobs } = services;
  const reached = [...(await reachable(services, devices, now)).keys()];
  if (reached.length === 0) return;
  await database.kysely.transaction().execute(async tx => {
    const ids = await noteAsked(tx, reached, dueAt(now), now);
    const asked = ids.map(deviceId => ({ payload: { deviceId } satisfies Sending }));
    if (asked.length > 0) await jobs.addAll(sendJob, asked, { delayMs, db: tx });
  });
}

/**
 * Makes the jobs of pushes. A push waits ten seconds and reads its messages as it leaves, so that it includes nothing
 * read, deleted or out of reach meanwhile. Every minute one process looks for devices with messages but no queued push:
 * their people were active at the time, or a process died.
 */
export function pushJobs(services: Uses, now: () => Date): Job[] {
  const { database, duty, jobs, pushes, pushSubscribers } = services;
  const db = database.kysely;

  const look = async (): Promise<void> => {
    for (let after: string | null = null; ; ) {
      const devices = await readLookedAt(db, dueAt(now()), after, devicesAtOnce);
      if (devices.length > 0) pushSubscribers.note();
      await ask(
        services,
        devices.filter(({ waits }) => waits),
        now(),
      );
      if (devices.length < devicesAtOnce) return;
      after = devices.at(-1)?.id ?? null;
    }
  };

  const send = async ({ deviceId: id, tries = 0 }: Sending): Promise<void> => {
    const userId = await readOwner(db, id);
    if (userId === undefined) return;
    // Unread messages are found by the next look once the person is away, and on duty.
    const reach = (await reachable(services, [{ id, userId }], now())).get(id);
    if (!reach) return noteDone(db, id);
    if ((await tellDevice(id, reach)) === 'later') return tryAgain(id, tries);
    await noteDone(db, id);
    // Messages that came meanwhile were not queued, since this push still was.
    const due = dueAt(now());
    if (await waitsFor(db, id, due, new Date(now().getTime() + hourMs)))
      await ask(services, [{ id, userId }], now(), waitsMs);
  };

  const tryAgain = (id: string, tries: number): Promise<void> =>
    db.transaction().execute(async tx => {
      await noteTryAgain(tx, id, now());
      if (tries >= triesAtMost) return;
      const payload: Sending = { deviceId: id, tries: tries + 1 };
      await jobs.add(sendJob, payload, { delayMs: pauseMs * 2 ** tries, db: tx });
    });

  /**
   * Tells whether new messages in several places came while their person was off duty: a single push then summarizes
   * them.
   */
  const cameOffDuty = async (userId: string, groups: readonly Group[]): Promise<boolean> => {
    if (groups.length < 2) return false;
    const oldest = groups.map(group => Math.min(...group.filter(({ isNew }) => isNew).map(({ saidMs }) => saidMs)));
    const were = await duty.wasOffDuty(userId, oldest);
    return were.filter(Boolean).length > 1;
  };

  /**
   * Pushes the pending messages: a push for each place, or a single one for those that came while their person was off
   * duty; `later` when the push service does not take it now.
   */
  const tellDevice = async (id: string, reach: Reach): Promise<'done' | 'later'> => {
    const told = await readToldDevice(db, id, dueAt(now()), reach);
    if (!told) return 'done';
    const groups = placesToPush(told.messages);
    const named = groups.flatMap(([{ content }]) => namedIn(content).ids);
    const wording = { ...told, names: await readCalledNames(db, [...new Set(named)]) };
    const isSummary = reach === 'all' && (await cameOffDuty(told.userId, groups));
    for (const push of isSummary ? [summaryOf(groups, told.userId, wording)] : pushesOf(groups, wording)) {
      const sent = await pushes.send(told, push);
      await noteSent(db, id, sent, now());
      if (sent.outcome === 'gone') return 'done';
      if (sent.outcome === 'busy' || sent.outcome === 'unreachable') return 'later';
      await notePushed(db, id, push.until, reach);
    }
    return 'done';
  };

  return [
    { name: 'push.look', cron: '* * * * *', run: look },
    {
      name: sendJob,
      together: 4,
      run: send,
    } satisfies Job<Sending>,
  ];
}

/**
 * Observes messages that mention people, and queues pushes to those who are away: one query for all messages observed
 * meanwhile, none while no device gets pushes.
 */
export function hearCalls(
  services: Uses & Pick<Services, 'logger' | 'underWay'>,
): (event: Pick<Event, 'name' | 'payload'>) => void {
  const { database, duty, logger, underWay, pushes, pushSubscribers } = services;
  const heard = new Set<string>();
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (heard.size > 0) {
      const ids = [...heard].slice(0, messagesAtOnce);
      for (const id of ids) heard.delete(id);
      try {
        const devices = await pushSubscribers.learn(() => readCalledDevices(database.kysely, ids, dueAt(duty.now())));
        await ask(services, devices, duty.now(), waitsMs);
      } catch (error) {
        logger.warn({ err: error }, 'pushes not queued: the next look finds them');
      }
    }
    running = false;
  };
  return ({ name, payload }) => {
    if (name !== 'newNotification' || pushes.key === null || pushSubscribers.none) return;
    const { _id, about } = payload as EventPayload<'newNotification'>;
    if (!about) return;
    heard.add(_id);
    if (!running) void underWay.run(run);
  };
}
