import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';

let palabre: Palabre;
let camille: Person;
let yann: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, yann] = (await Promise.all(['Camille', 'Yann'].map(firstName => palabre.register({ firstName })))) as [
    Person,
    Person,
  ];
  for (let i = 0; i < 3; i++) {
    const team = await gather(camille);
    await camille.ok(api.invites.create, { params: { id: team.id }, body: { users: [yann.id] } });
  }
});

const list = async () => (await yann.ok(api.notifications.list)).notifications;

test('Notifications come newest first, unread, to their person alone', async () => {
  const all = await list();
  expect(all.map(notification => notification.isRead)).toEqual([false, false, false]);
  expect(all.map(one => one.createdAt)).toEqual(
    all
      .map(one => one.createdAt)
      .sort()
      .reverse(),
  );
  expect((await camille.ok(api.notifications.list)).notifications).toEqual([]);
  const params = { id: all[0]?._id ?? '' };
  expect((await yann.ok(api.notifications.one, { params })).notification).toEqual(all[0]);
  for (const endpoint of [api.notifications.one, api.notifications.mark]) {
    expect((await camille.call(endpoint, { params })).status).toBe(404);
  }
});

test('Notifications are marked as read and unread, on all devices of their person', async () => {
  const [first] = await list();
  const params = { id: first?._id ?? '' };
  const device = await yann.connect();
  const { notification } = await yann.ok(api.notifications.mark, { params });
  expect(notification).toEqual({ ...first, isRead: true });
  expect(await device.next('updateNotification')).toEqual(notification);
  await yann.ok(api.notifications.mark, { params, body: { isRead: true } });
  await device.settled();
  expect(device.all('updateNotification')).toHaveLength(1);
  expect((await yann.ok(api.notifications.mark, { params, body: { isRead: false } })).notification).toEqual(first);
  expect((await list())[0]).toEqual(first);
});

test('Notifications are marked several at once; those of others and unknown ids are skipped', async () => {
  const ids = (await list()).map(notification => notification._id);
  const [mine, other] = [await yann.connect(), await camille.connect()];
  const stranger = await camille.ok(api.notifications.markSeveral, { body: { ids } });
  expect(stranger.notifications).toEqual([]);
  const { notifications, message } = await yann.ok(api.notifications.markSeveral, { body: { ids: [...ids, newId()] } });
  expect(message).toBe('Les notifications sont lues.');
  expect(notifications).toEqual(await list());
  expect((await list()).every(notification => notification.isRead)).toBe(true);
  await mine.settled();
  expect(mine.all('updateNotification')).toHaveLength(3);
  await other.none('updateNotification');
});

test('The inbox finds mentions by their target through an index, newest first, however many there are', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await list();
  const asked = queries.mock.calls as unknown as [text: unknown, values: unknown[]][];
  const [statement, ...others] = asked.filter(([text]) => typeof text === 'string' && text.includes('FROM mentions'));
  queries.mockRestore();
  expect([statement !== undefined, others]).toEqual([true, []]);
  const client = await palabre.services.database.pool.connect();
  try {
    // The tables are small: turning scans off shows whether an index can answer.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const { rows } = await client.query(`EXPLAIN ${statement?.[0]}`, statement?.[1]);
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Scan using mentions_target on mentions\b.*\n\s+Index Cond: \(\(target = .*created_at > /,
    );
    expect(plan).not.toMatch(/Seq Scan on (mentions|messages|notifications)\b/);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
