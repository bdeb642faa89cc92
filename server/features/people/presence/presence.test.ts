import { errors } from '@palabre/common/contract/errors.ts';
import { api, type EventPayload } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PalabreSocket } from '../../../platform/realtime/socket.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import type { Listener } from '../../../test/listener.ts';
import { createWorkspace } from '../../../test/people/world.ts';
import { createPresence, type Presence, type PresenceTimes, usualTimes } from './presence.ts';

let palabre: Palabre;
beforeAll(async () => {
  palabre = await startPalabre();
});

/** Registers Camille and Karim, who share two places, and Yann, who shares none with them. */
async function people(): Promise<{ camille: Person; karim: Person; yann: Person }> {
  const [camille, karim, yann] = await Promise.all([palabre.register(), palabre.register(), palabre.register()]);
  for (const title of ['Atelier Tilleul', 'Maison Rivière']) {
    const { workspace } = await createWorkspace(camille, { title });
    await karim.ok(api.workspaces.join, { params: { id: workspace._id } });
  }
  return { camille, karim, yann };
}

const is =
  (person: Person, status: string) =>
  (user: EventPayload<'userUpdate'>): boolean =>
    user._id === person.id && user.status === status;

const statusOf = async (seen: Person, by: Person): Promise<string> =>
  (await by.ok(api.users.one, { params: { id: seen.id } })).user.status;

describe('presence', () => {
  it('shows a person who connects to people who share a place with them, once, and to nobody else', async () => {
    const { camille, karim, yann } = await people();
    const [karimEars, yannEars] = await Promise.all([karim.connect(), yann.connect()]);
    expect(await statusOf(camille, karim)).toBe('offline');
    const camilleEars = await camille.connect();
    const told = await karimEars.next('userUpdate', is(camille, 'online'));
    expect(told).toMatchObject({ firstName: camille.user.firstName, email: camille.user.email });
    expect(told).not.toHaveProperty('admin');
    expect(await statusOf(camille, karim)).toBe('online');
    await camilleEars.next('userUpdate', is(camille, 'online'));
    expect((await camille.ok(api.users.me)).user.status).toBe('online');
    await karimEars.settled();
    expect(karimEars.all('userUpdate', is(camille, 'online'))).toHaveLength(1);
    await yannEars.none('userUpdate', user => user._id === camille.id);
  });

  it('shows a person offline when their last socket closes, not before', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const [first, second] = [await camille.connect(), await camille.connect()];
    await karimEars.next('userUpdate', is(camille, 'online'));
    first.close();
    await second.setStatus('busy');
    await karimEars.next('userUpdate', is(camille, 'busy'));
    expect(karimEars.all('userUpdate', is(camille, 'offline'))).toEqual([]);
    second.close();
    await karimEars.next('userUpdate', is(camille, 'offline'));
    expect(await statusOf(camille, karim)).toBe('offline');
  });

  it('shows a person offline at once when they log out', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    await camille.connect();
    await karimEars.next('userUpdate', is(camille, 'online'));
    await camille.ok(api.users.logout);
    expect(await karimEars.next('userUpdate', is(camille, 'offline'))).toMatchObject({ _id: camille.id });
  });

  it('keeps the chosen status through a new connection, and a new session', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const ears = await camille.connect();
    expect(await ears.setStatus('away')).toEqual({ status: 'away' });
    await karimEars.next('userUpdate', is(camille, 'away'));
    ears.close();
    await karimEars.next('userUpdate', is(camille, 'offline'));
    await (await camille.elsewhere()).connect();
    await karimEars.next('userUpdate', is(camille, 'away'));
  });

  it('hides a person who chose to be offline, though connected', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const ears = await camille.connect();
    await karimEars.next('userUpdate', is(camille, 'online'));
    await ears.setStatus('offline');
    await karimEars.next('userUpdate', is(camille, 'offline'));
    const second = await camille.connect();
    await second.setStatus('offline');
    // Karim's own change goes through the same flushes: any of Camille's would have come before.
    await karimEars.setStatus('busy');
    await karimEars.next('userUpdate', is(karim, 'busy'));
    expect(await statusOf(camille, karim)).toBe('offline');
    expect(karimEars.all('userUpdate', user => user._id === camille.id).at(-1)?.status).toBe('offline');
  });

  it('refuses an unknown status, and keeps the present one', async () => {
    const { camille } = await people();
    const ears = await camille.connect();
    for (const wrong of ['invisible', '', null, 12, {}, ['busy'], 'a'.repeat(1_000)]) {
      expect(await ears.setStatus(wrong as never)).toMatchObject({ code: 'invalid_input' });
    }
    expect(await ears.setStatus('busy')).toEqual({ status: 'busy' });
  });

  it('refuses in the language of the browser, or in the one of its page', async () => {
    const { camille } = await people();
    const wrong = 'invisible' as never;
    const { fr, en } = errors.invalid_input;
    expect(fr).not.toBe(en);
    const browsers = { 'en-GB,en;q=0.9': en, 'fr-FR,fr;q=0.9,en;q=0.8': fr };
    for (const [language, message] of Object.entries(browsers)) {
      const ears = await camille.connect({ 'accept-language': language });
      expect(await ears.setStatus(wrong)).toEqual({ code: 'invalid_input', message });
    }
    expect(await (await camille.connect()).setStatus(wrong)).toEqual({ code: 'invalid_input', message: fr });
    for (const [language, message] of Object.entries({ en, fr })) {
      const socket = io(palabre.url, {
        auth: { token: camille.token, language },
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { 'accept-language': language === 'en' ? 'fr' : 'en' },
      });
      onTestFinished(() => void socket.disconnect());
      expect(await socket.emitWithAck('setStatus', wrong)).toEqual({ code: 'invalid_input', message });
    }
  });

  it('ignores the userId of a payload', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const ears = await camille.connect();
    await karimEars.next('userUpdate', is(camille, 'online'));
    ears.socket.emit('userId', karim.id);
    await ears.setStatus('away');
    await karimEars.next('userUpdate', is(camille, 'away'));
    expect(await statusOf(karim, camille)).toBe('online');
  });
});

/** Makes presence as the server runs it, with short times, and sockets played by the test. */
async function hurried(times: Partial<PresenceTimes>, { several = false } = {}): Promise<Presence> {
  const quick = { ...usualTimes, offlineAfterMs: 60_000, sweepMs: 5, flushMs: 5, beatMs: 60_000, ...times };
  const presence = await createPresence(palabre.services, pino({ level: 'silent' }), several, quick);
  onTestFinished(() => presence.close());
  return presence;
}

/** Makes presence with a clock that the test moves. */
async function clocked(times: Partial<PresenceTimes>, options?: { several: boolean }) {
  let time = Date.parse('2026-11-22T08:00:00Z');
  const presence = await hurried({ ...times, now: () => time }, options);
  const later = (ms: number) => {
    time += ms;
  };
  return { presence, later };
}

const actorOf = (person: Person) => ({
  userId: person.id,
  sid: person.id,
  admin: false,
  societyId: null,
  ...{ guestUntilMs: null, needsTwoStep: false },
});
const noSocket = {} as PalabreSocket;

/** Lists the statuses of a person that someone heard, up to a change of their own sent the same way. */
async function heard(presence: Presence, of: Person, by: Person, ears: Listener) {
  for (const status of ['busy', 'online'] as const) {
    await presence.setStatus(actorOf(by), status);
    await ears.next('userUpdate', is(by, status));
  }
  return ears.all('userUpdate', user => user._id === of.id).map(({ status }) => status);
}

describe('presence, by the clock', () => {
  it('sets everyone offline when the server starts', async () => {
    const { camille, karim } = await people();
    const kysely = palabre.services.database.kysely;
    await kysely.updateTable('users').set({ status: 'busy' }).where('id', '=', camille.id).execute();
    await hurried({});
    expect(await statusOf(camille, karim)).toBe('offline');
  });

  it('shows a silent person offline after forty-five seconds, and online again at a sign of life', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const { presence, later } = await clocked({ offlineAfterMs: usualTimes.offlineAfterMs });
    const actor = actorOf(camille);
    presence.connected(actorOf(karim), noSocket);
    presence.connected(actor, noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    later(44_999);
    expect(await heard(presence, camille, karim, karimEars)).toEqual(['online']);
    later(1);
    await karimEars.next('userUpdate', is(camille, 'offline'));
    presence.activity(actor);
    await karimEars.next('userUpdate', is(camille, 'online'));
  });

  it('waits for a person whose connection was cut, and forgets one who does not come back', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const { presence, later } = await clocked({ offlineAfterMs: 400 });
    const actor = actorOf(camille);
    presence.connected(actorOf(karim), noSocket);
    presence.connected(actor, noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    later(300);
    presence.activity(actor);
    presence.disconnected(actor, noSocket, false);
    later(399);
    expect(await heard(presence, camille, karim, karimEars)).toEqual(['online']);
    later(1);
    await karimEars.next('userUpdate', is(camille, 'offline'));
    presence.activity(actor);
    expect(await heard(presence, camille, karim, karimEars)).toEqual(['online', 'offline']);
    presence.connected(actor, noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
  });

  it('tells nobody of an absence shorter than a flush', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const presence = await hurried({ flushMs: 50 });
    const actor = actorOf(camille);
    presence.connected(actor, noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    presence.disconnected(actor, noSocket, true);
    presence.connected(actor, noSocket);
    await presence.setStatus(actor, 'busy');
    await karimEars.next('userUpdate', is(camille, 'busy'));
    expect(karimEars.all('userUpdate', is(camille, 'offline'))).toEqual([]);
  });

  it('shows a lone arrival at once, so that the person sees themself online', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const presence = await hurried({ flushMs: 60_000 });
    presence.connected(actorOf(camille), noSocket);
    expect(await karimEars.next('userUpdate', is(camille, 'online'))).toMatchObject({ _id: camille.id });
  });

  it('tells all changes in the end, however small its budget, each with the latest status', async () => {
    const owner = await palabre.register();
    const { workspace } = await createWorkspace(owner, { title: 'Grande maison' });
    const crowd = await Promise.all(Array.from({ length: 20 }, () => palabre.register()));
    for (const person of crowd) await person.ok(api.workspaces.join, { params: { id: workspace._id } });
    const ears = await owner.connect();
    const presence = await hurried({ copies: 1 });
    for (const person of crowd) presence.connected(actorOf(person), noSocket);
    for (const person of crowd) await ears.next('userUpdate', is(person, 'online'));
    expect(ears.all('userUpdate', user => user.status === 'online' && user._id !== owner.id)).toHaveLength(20);
  });
});

describe('a person who touches none of their devices', () => {
  const minuteMs = 60_000;
  /** Counts the processes in which a person is known to be. */
  const processesOf = async ({ id }: Person) =>
    (await sql`SELECT FROM presences WHERE user_id = ${id}`.execute(palabre.services.database.kysely)).rows.length;
  /** Makes presence with a long limit of silence, which is not measured here. */
  const silently = (options?: { several: boolean }) => clocked({ offlineAfterMs: 1_000 * minuteMs }, options);

  it('is away after ten minutes, not before, and online again as soon as they touch one', async () => {
    const { camille, karim } = await people();
    const ears = await karim.connect();
    const { presence, later } = await silently();
    presence.connected(actorOf(karim), noSocket);
    presence.connected(actorOf(camille), noSocket);
    await ears.next('userUpdate', is(camille, 'online'));
    later(9.9 * minuteMs);
    presence.activity(actorOf(karim));
    presence.activity(actorOf(camille), 9.9 * minuteMs);
    expect(await heard(presence, camille, karim, ears)).toEqual(['online']);
    later(0.1 * minuteMs);
    await ears.next('userUpdate', is(camille, 'away'));
    expect(await statusOf(camille, karim)).toBe('away');
    presence.activity(actorOf(camille), 10 * minuteMs);
    expect(await heard(presence, camille, karim, ears)).toEqual(['online', 'away']);
    presence.activity(actorOf(camille), 100);
    await ears.next('userUpdate', is(camille, 'online'));
    expect(await heard(presence, camille, karim, ears)).toEqual(['online', 'away', 'online']);
  });

  it('is online as long as one device is touched, without flicker when another returns idle', async () => {
    const { camille, karim } = await people();
    const ears = await karim.connect();
    const { presence, later } = await silently();
    presence.connected(actorOf(karim), noSocket);
    presence.connected(actorOf(camille), noSocket);
    await ears.next('userUpdate', is(camille, 'online'));
    for (let n = 0; n < 4; n += 1) {
      later(6 * minuteMs);
      presence.activity(actorOf(camille), 3_000);
      presence.activity(actorOf(camille), 6 * (n + 1) * minuteMs);
      presence.connected(actorOf(camille), noSocket, 60 * minuteMs);
    }
    expect(await heard(presence, camille, karim, ears)).toEqual(['online']);
    expect([...(await presence.activeOf([camille.id]))]).toEqual([camille.id]);
    later(11 * minuteMs);
    await ears.next('userUpdate', is(camille, 'away'));
    expect([...(await presence.activeOf([camille.id]))]).toEqual([]);
    presence.connected(actorOf(camille), noSocket, 61 * minuteMs);
    expect(await heard(presence, camille, karim, ears)).toEqual(['online', 'away']);
  });

  it.each(['busy', 'away', 'offline'] as const)('keeps the status they chose: %s', async chosen => {
    const { camille, karim } = await people();
    const ears = await karim.connect();
    const { presence, later } = await silently();
    presence.connected(actorOf(karim), noSocket);
    presence.connected(actorOf(camille), noSocket);
    await ears.next('userUpdate', is(camille, 'online'));
    await presence.setStatus(actorOf(camille), chosen);
    await ears.next('userUpdate', is(camille, chosen));
    later(11 * minuteMs);
    expect(await heard(presence, camille, karim, ears)).toEqual(['online', chosen]);
    presence.activity(actorOf(camille), 0);
    expect(await heard(presence, camille, karim, ears)).toEqual(['online', chosen]);
  });

  it('is online when active in another process', async () => {
    const { camille, karim } = await people();
    const ears = await karim.connect();
    const [one, two] = [await silently({ several: true }), await silently({ several: true })];
    for (const { presence } of [one, two]) presence.connected(actorOf(camille), noSocket);
    one.presence.connected(actorOf(karim), noSocket);
    await ears.next('userUpdate', is(camille, 'online'));
    // The first process to write tells that she is online: the other may be still to write.
    await vi.waitUntil(async () => (await processesOf(camille)) === 2);
    one.later(11 * minuteMs);
    one.presence.activity(actorOf(karim));
    expect(await heard(one.presence, camille, karim, ears)).toEqual(['online']);
    expect((await one.presence.activeOf([camille.id])).size).toBe(1);
    two.later(11 * minuteMs);
    await ears.next('userUpdate', is(camille, 'away'));
    expect((await one.presence.activeOf([camille.id])).size).toBe(0);
    two.presence.activity(actorOf(camille));
    await ears.next('userUpdate', is(camille, 'online'));
  });

  it('is reported by the socket with an idle time; without a number it is now', async () => {
    const { camille, karim } = await people();
    const ears = await karim.connect();
    const socket = io(palabre.url, {
      auth: { token: camille.token, idle: 11 * minuteMs },
      transports: ['websocket'],
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    await ears.next('userUpdate', is(camille, 'away'));
    // A client that sends no number.
    socket.emit('activity', { idle: 'long' });
    expect(await ears.next('userUpdate', is(camille, 'online'))).toMatchObject({ _id: camille.id });
  });
});

describe('presence in several processes', () => {
  /** Interval of a heartbeat that never comes in a test. */
  const neverMs = 86_400_000;

  it('shows offline only a person who is in none of them', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const [one, two] = [await hurried({}, { several: true }), await hurried({}, { several: true })];
    const actor = actorOf(camille);
    one.connected(actor, noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    two.connected(actor, noSocket);
    await two.setStatus(actor, 'busy');
    await karimEars.next('userUpdate', is(camille, 'busy'));
    one.disconnected(actor, noSocket, true);
    // Karim's change, made by the first process after it has seen her leave.
    one.connected(actorOf(karim), noSocket);
    await one.setStatus(actorOf(karim), 'away');
    await karimEars.next('userUpdate', is(karim, 'away'));
    expect(await statusOf(camille, karim)).toBe('busy');
    two.disconnected(actor, noSocket, true);
    await karimEars.next('userUpdate', is(camille, 'offline'));
    expect(karimEars.all('userUpdate', is(camille, 'offline'))).toHaveLength(1);
  });

  it('keeps online the people of another process when one starts', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const one = await hurried({}, { several: true });
    one.connected(actorOf(camille), noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    await hurried({}, { several: true });
    expect(await statusOf(camille, karim)).toBe('online');
  });

  it('shows offline the people of a dead process, and online again when it was alive after all', async () => {
    const { camille, karim } = await people();
    const karimEars = await karim.connect();
    const intervals = vi.spyOn(globalThis, 'setInterval');
    const silent = await hurried({ beatMs: neverMs }, { several: true });
    const beat = intervals.mock.calls.find(([, ms]) => ms === neverMs)?.[0] as () => void;
    intervals.mockRestore();
    silent.connected(actorOf(camille), noSocket);
    await karimEars.next('userUpdate', is(camille, 'online'));
    await hurried({ beatMs: 5 }, { several: true });
    // Ages the process, as if it had been silent.
    await sql`UPDATE processes SET seen_at = now() - interval '1 hour' WHERE id IN (
      SELECT process_id FROM presences WHERE user_id = ${camille.id})`.execute(palabre.services.database.kysely);
    await karimEars.next('userUpdate', is(camille, 'offline'));
    expect(await statusOf(camille, karim)).toBe('offline');
    beat();
    await karimEars.next('userUpdate', is(camille, 'online'));
  });
});
