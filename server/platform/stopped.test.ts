import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, startPalabre } from '../test/harness.ts';
import { openFilesIn, tellsOpenFiles } from '../test/open-files.ts';
import { gather } from '../test/people/team.ts';

/** Tests what a whole server releases as it stops; each part tests when it does. */

const listeners = (): Record<string, number> =>
  Object.fromEntries(process.eventNames().map(name => [String(name), process.listenerCount(name)]));

/** Starts a server, has a person use it, and stops it. */
async function live(): Promise<Palabre> {
  const palabre = await startPalabre({ limits: true });
  const person = await palabre.register();
  const { welcome } = await gather(person);
  const ears = await person.connect();
  await person.ok(api.messages.send, {
    ...{ body: { channelId: welcome._id, content: 'Bonjour' }, files: [{ bytes: Buffer.from('un'), name: 'un.txt' }] },
  });
  await ears.next('newMessage');
  // Shares, crowds, connections, arrivals, departures, sockets and more look at what they hold again and again.
  expect(vi.getTimerCount(), 'intervals of a server').toBeGreaterThan(8);
  await palabre.stop();
  return palabre;
}

it('A server that is stopped leaves nothing of itself: no interval, no listener of its process, no open file, no connection to its database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  // Packages that are used for the first time may listen to the process from then on.
  await live();
  const before = listeners();
  const { dataDir, services } = await live();
  // What was read of sessions is forgotten a little later, and looked for no more.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  vi.advanceTimersByTime(60_000);
  clock.mockRestore();
  expect(vi.getTimerCount(), 'intervals left').toBe(0);
  expect(listeners()).toEqual(before);
  if (tellsOpenFiles) expect(await openFilesIn(dataDir)).toEqual([]);
  const stranger = new pg.Client({ connectionString: services.env.databaseUrl });
  await stranger.connect();
  onTestFinished(() => stranger.end());
  const others = `SELECT count(*)::int AS open FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  await expect.poll(async () => (await stranger.query(others)).rows).toEqual([{ open: 0 }]);
});
