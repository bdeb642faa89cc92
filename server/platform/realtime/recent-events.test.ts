import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, type EventName } from '@palabre/common/contract/index.ts';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, Person, startPalabre } from '../../test/harness.ts';
import type { Listener } from '../../test/listener.ts';
import { keepLog } from '../../test/log.ts';
import { testDatabase } from '../../test/outside/postgres.ts';
import { gather } from '../../test/people/team.ts';
import { post } from '../../test/people/world.ts';
import { keepRecentEvents, takeOverRecentEvents } from './recent-events.file.ts';
import { RecentEvents } from './recent-events.ts';

const missed = ({ socket }: Listener, ms: number): Promise<EventName[] | null> =>
  new Promise(resolve => void socket.emit('missed', ms, ({ events }) => resolve(events)));

/** Asks for the missed events, on a stopped clock: the travel time of the question is not part of the answer. */
async function missedSince(ears: Listener, began: number): Promise<EventName[] | null> {
  const now = performance.now();
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(now);
  return missed(ears, now - began).finally(() => stopped.mockRestore());
}

describe('a client that fetched something before it was connected', () => {
  let palabre: Palabre;
  let camille: Person;
  beforeAll(async () => {
    palabre = await startPalabre();
    camille = await palabre.register();
  });

  it('learns the names of the events it missed, only those it may hear', async () => {
    const karim = await palabre.register();
    const team = await gather(camille, karim);
    const elsewhere = await gather(camille);
    await karim.ok(api.users.me);
    const began = performance.now();
    await post(camille, team.welcome, 'Bonjour');
    await camille.ok(api.channels.create, { body: { title: 'chantier', visibility: 'public', workspaceId: team.id } });
    await camille.ok(api.roles.create, { body: { name: 'Études', workspaceId: elsewhere.id } });
    const ears = await karim.connect();
    const said = await missedSince(ears, began);
    expect(said).toEqual(expect.arrayContaining(['newChannel', 'newMessage']));
    expect(said).not.toContain('newRole');
    expect(ears.all('newChannel')).toEqual([]);
  });

  it('learns of what was told together with other things', async () => {
    const karim = await palabre.register();
    const began = performance.now();
    const toldIn = (room: string) => ({ name: 'updatedRole' as const, payload: {}, target: { rooms: [room] } });
    palabre.services.broadcaster.sendTogether([toldIn('user:nobody'), toldIn(`user:${karim.id}`)]);
    expect(await missedSince(await karim.connect(), began)).toContain('updatedRole');
  });

  it('is told to fetch everything when its rights changed meanwhile: it is no longer in the rooms that it was in', async () => {
    const karim = await palabre.register();
    const team = await gather(camille, karim);
    const began = performance.now();
    await camille.ok(api.members.kick, { params: team.params, body: { userId: karim.id } });
    const ears = await karim.connect();
    expect(await missedSince(ears, began)).toBeNull();
    // The event of the person's own arrival may come a moment after it.
    expect(await missedSince(ears, performance.now())).toEqual(expect.any(Array));
  });

  it('learns that it missed nothing when nothing was sent', async () => {
    const karim = await palabre.register();
    await gather(camille, karim);
    const first = await karim.connect();
    await first.next('userUpdate', user => user._id === karim.id);
    const began = performance.now();
    const ears = await karim.connect();
    expect(await missedSince(ears, began)).toEqual([]);
  });

  it('is answered null when the time is too long ago, or malformed', async () => {
    const ears = await camille.connect();
    for (const ms of [600_000, -1, 'soon' as unknown as number, Number.NaN]) expect(await missed(ears, ms)).toBeNull();
  });
});

describe('a client that was connected to the process before this one', () => {
  it('learns what it missed until that one ended, unless it crashed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'palabre-recent-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, DATABASE_URL: await testDatabase() };
    const start = () => startPalabre({ env });
    const at = (palabre: Palabre, { user, token, password }: Person) =>
      new Person(palabre, user, token ?? '', password);

    let palabre = await start();
    const [camille, karim] = [await palabre.register(), await palabre.register()];
    const team = await gather(camille, karim);
    const before = await karim.connect();
    const gathered = performance.now();
    await post(camille, team.welcome, 'Bonjour');
    await before.next('newMessage');
    // Later by more than the precision lost as times pass between processes by the wall clock, in milliseconds.
    const posted = performance.now() + 50;
    await palabre.stop();

    palabre = await start();
    const ears = await at(palabre, karim).connect();
    expect(await missedSince(ears, gathered)).toContain('newMessage');
    expect(await missedSince(ears, posted)).not.toContain('newMessage');
    await palabre.stop();

    await rm(join(dataDir, 'recent-events.json'));
    palabre = await start();
    expect(await missedSince(await at(palabre, karim).connect(), posted)).toBeNull();
  });
});

describe('the memory that a process leaves to the next', () => {
  it('is taken over once, and not believed when a clock was set meanwhile', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'palabre-recent-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    let now = 0;
    const before = new RecentEvents(() => now);
    now = 5_000;
    before.note('newRole', ['workspace:a']);
    const keep = () => keepRecentEvents(dataDir, before, pino({ enabled: false }));
    const take = () => {
      const recent = new RecentEvents();
      takeOverRecentEvents(dataDir, recent);
      return recent.in(4_000, ['workspace:a']);
    };
    keep();
    // The names of rooms hold ids, which are nobody else's business.
    expect((await stat(join(dataDir, 'recent-events.json'))).mode & 0o777).toBe(0o600);
    expect([take(), take()]).toEqual([['newRole'], null]);
    expect(await readdir(dataDir)).toEqual([]);
    keep();
    const path = join(dataDir, 'recent-events.json');
    const kept = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...kept, endedAtMs: kept.endedAtMs - 3_600_000 }));
    expect(take()).toBeNull();
  });

  it('is done without where it cannot be written, and the log says so', () => {
    const { logger, lines } = keepLog();
    keepRecentEvents(join(tmpdir(), 'palabre-recent-absent'), new RecentEvents(), logger);
    const msg = 'recent events were not kept: clients will fetch all their lists again';
    expect(lines).toMatchObject([{ level: 40, msg, err: { code: 'ENOENT' } }]);
  });
});

describe('the memory of events by room', () => {
  it('forgets old events room by room, and everything when events were missed', () => {
    let now = 0;
    const recent = new RecentEvents(() => now);
    now = 1_000;
    recent.note('newChannel', ['workspace:a', 'workspace:b']);
    now = 20_000;
    recent.note('newRole', ['workspace:b']);
    expect(recent.in(19_500, ['workspace:a', 'workspace:b'])).toEqual(['newChannel', 'newRole']);
    expect(recent.in(5_000, ['workspace:a', 'workspace:b'])).toEqual(['newRole']);
    expect(recent.in(20_001, [])).toBeNull();
    now = 315_000;
    recent.note('newRole', ['workspace:c']);
    expect(recent.in(300_000, ['workspace:a'])).toEqual([]);
    expect(recent.in(300_000, ['workspace:b', 'workspace:c'])).toEqual(['newRole']);
    expect(recent.in(300_001, ['workspace:b', 'workspace:c'])).toBeNull();
    // The first room noted does not keep later rooms in memory once it is noted again.
    recent.note('newRole', ['workspace:b']);
    now = 616_000;
    recent.note('newRole', ['workspace:b']);
    expect(recent.remembered().rooms.map(([room]) => room)).toEqual(['workspace:b']);
    recent.forget();
    expect(recent.in(1, [])).toBeNull();
    expect(recent.in(0, ['workspace:c'])).toEqual([]);
  });
});
