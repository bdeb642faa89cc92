import { api } from '@palabre/common/contract/index.ts';
import { listedNotifications } from '@palabre/common/contract/reading/notifications.ts';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

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

test('Notifications of one conversation and others marked at once are answered newest first, and read it up to the last', async () => {
  const reader = await palabre.register();
  const mine = async () => (await reader.ok(api.notifications.list)).notifications;
  await camille.ok(api.invites.create, { params: { id: (await gather(camille)).id }, body: { users: [reader.id] } });
  const conversation = await talk(camille, reader);
  for (const n of [1, 2, 3]) await write(camille, conversation, `<@${reader.id}> ${n}`);
  const ids = (await mine()).map(({ _id }) => _id);
  expect(ids).toHaveLength(4);
  const { notifications } = await reader.ok(api.notifications.markSeveral, { body: { ids } });
  expect(notifications.map(({ _id }) => _id)).toEqual(ids);
  // Notifications already read are not returned again.
  expect((await reader.ok(api.notifications.markSeveral, { body: { ids } })).notifications).toEqual([]);
  const { unread } = await reader.ok(api.unread.one, { query: { conversationId: conversation._id } });
  expect(unread).toMatchObject({ read: 3, mentions: 0, first: null });
});

test('A notification of a conversation marked as unread leaves its place unread from that message on, until it is read', async () => {
  const conversation = await talk(camille, yann);
  const where = { conversationId: conversation._id };
  for (const text of ['un', 'deux']) await write(camille, conversation, text);
  const { _id, position } = await write(camille, conversation, 'trois');
  await yann.ok(api.unread.mark, { body: { ...where, position } });
  const mark = (isRead: boolean) => yann.ok(api.notifications.mark, { params: { id: _id }, body: { isRead } });
  const state = async () => (await yann.ok(api.unread.one, { query: where })).unread;
  const device = await yann.connect();
  expect((await mark(false)).notification.isRead).toBe(false);
  expect(await device.next('updateUnread')).toEqual(await state());
  expect(await state()).toMatchObject({ read: position - 1, first: { _id }, messages: 1 });
  expect((await mark(true)).notification.isRead).toBe(true);
  expect(await state()).toMatchObject({ read: position, first: null, messages: 0 });
});

test('Notifications older than those kept are deleted by the daily job, however many they are', async () => {
  const { pool } = palabre.services.database;
  const person = await palabre.register();
  await pool.query(
    `INSERT INTO notifications (id, user_id, type, content, link, created_at)
     SELECT gen_random_uuid(), $1, 'workspace', 'ancien', '/', now() - interval '1 year' FROM generate_series(1, 5001)`,
    [person.id],
  );
  const left = async () => (await pool.query("SELECT FROM notifications WHERE content = 'ancien'")).rowCount;
  expect(await left()).toBe(5001);
  await palabre.jobs.now('notifications.purge');
  await jobsDone(palabre, 'notifications.purge');
  expect(await left()).toBe(0);
});

test('The inbox shows the newest notifications up to its limit, stored ones and messages together', async () => {
  const person = await palabre.register();
  const team = await gather(camille, person);
  await palabre.services.database.pool.query(
    `INSERT INTO notifications (id, user_id, type, content, link, created_at)
     SELECT gen_random_uuid(), $1, 'workspace', n::text, '/', now() - n * interval '1 minute' FROM generate_series(1, $2) AS n`,
    [person.id, listedNotifications],
  );
  const { _id } = await post(camille, team.welcome, `<@${person.id}>`);
  const { notifications } = await person.ok(api.notifications.list);
  expect(notifications).toHaveLength(listedNotifications);
  expect([notifications[0]?._id, notifications.at(-1)?.content]).toEqual([_id, `${listedNotifications - 1}`]);
});

test('Mentions, marks on notifications and undos of reading go with the notifications of their time, by the daily job', async () => {
  const { pool } = palabre.services.database;
  const person = await palabre.register();
  const team = await gather(camille, person);
  const { _id: id } = await post(camille, team.welcome, `<@${person.id}> un`);
  await post(camille, team.welcome, 'deux');
  await person.ok(api.notifications.mark, { params: { id }, body: { isRead: true } });
  await person.ok(api.unread.markAll);
  const tables = { notification_marks: 'user_id', read_undos: 'user_id', mentions: 'target' };
  const left = async () =>
    Promise.all(
      Object.entries(tables).map(
        async ([table, whose]) => (await pool.query(`SELECT FROM ${table} WHERE ${whose} = $1`, [person.id])).rowCount,
      ),
    );
  const purge = async (days: number) => {
    for (const [table, whose] of Object.entries(tables))
      await pool.query(`UPDATE ${table} SET created_at = now() - $1 * interval '1 day' WHERE ${whose} = $2`, [
        days,
        person.id,
      ]);
    await palabre.jobs.now('notifications.purge');
    await jobsDone(palabre, 'notifications.purge');
    return left();
  };
  expect([await purge(89), await purge(91)]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

test('A call to everyone is no notification of a person who joined after it, in a workspace or a group', async () => {
  const [late, other] = await Promise.all([palabre.register(), palabre.register()]);
  const team = await gather(camille, other);
  const group = await talk(camille, other, yann);
  const call = async () => [
    await post(camille, team.welcome, '<@everyone> à midi'),
    await write(camille, group, '<@everyone> à midi'),
  ];
  const inbox = async () => (await late.ok(api.notifications.list)).notifications.map(({ _id }) => _id).sort();
  const before = await call();
  await late.ok(api.workspaces.join, { params: team.params });
  await camille.ok(api.conversations.add, { params: { id: group._id }, body: { users: [late.id] } });
  // Nor is it as the last message of a conversation.
  expect(await inbox()).toEqual([]);
  const after = await call();
  expect(await inbox()).toEqual(after.map(({ _id }) => _id).sort());
  const statuses = async (messages: { _id: string }[]) =>
    Promise.all(
      messages.map(async ({ _id: id }) => (await late.call(api.notifications.one, { params: { id } })).status),
    );
  expect([await statuses(before), await statuses(after)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
});

test('A mention in a channel that its person no longer sees is no notification of theirs, until they see it again', async () => {
  const person = await palabre.register();
  const team = await gather(camille, person);
  const channel = await team.channel('plans');
  const { _id: id } = await post(camille, channel, `<@${person.id}> à midi`);
  const found = async () => ({
    listed: (await person.ok(api.notifications.list)).notifications.some(({ _id }) => _id === id),
    status: (await person.call(api.notifications.one, { params: { id } })).status,
  });
  const show = (visibility: 'public' | 'private') =>
    camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility } });
  expect(await found()).toEqual({ listed: true, status: 200 });
  await show('private');
  expect(await found()).toEqual({ listed: false, status: 404 });
  await show('public');
  expect(await found()).toEqual({ listed: true, status: 200 });
});

test('The inbox finds mentions by their target through an index, newest first, however many there are', async () => {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await list();
  const asked = queries.mock.calls as unknown as [statement: string | { text: string }, values: unknown[]][];
  const [statement, ...others] = asked
    .map(([one, values]) => [typeof one === 'string' ? one : one.text, values] as const)
    .filter(([text]) => text.includes('FROM mentions'));
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

test('A message that is deleted under its replies is no notification any more', async () => {
  const karim = await palabre.register({ firstName: 'Karim' });
  const [conversation, team] = [await talk(camille, karim), await gather(camille, karim)];
  const [said, called] = [
    await write(camille, conversation, 'On part ?'),
    await post(camille, team.welcome, `Avec <@${karim.id}> ?`),
  ];
  const inbox = async () => (await karim.ok(api.notifications.list)).notifications.map(({ _id }) => _id);
  expect((await inbox()).toSorted()).toEqual([said._id, called._id].toSorted());
  for (const { _id } of [said, called]) {
    await camille.ok(api.messages.send, { body: { threadOf: _id, content: 'Ou pas.' } });
    await camille.ok(api.messages.remove, { params: { id: _id } });
  }
  expect((await inbox()).filter(id => [said._id, called._id].includes(id))).toEqual([]);
  for (const { _id } of [said, called])
    expect((await karim.call(api.notifications.one, { params: { id: _id } })).status).toBe(404);
});

test('Neither a call of oneself, of a role of another workspace or by a workspace’s id, nor one older than those kept, of a silenced place or out of sight is a notification, in the list or by itself', async () => {
  const person = await palabre.register();
  const [team, elsewhere] = [await gather(camille, person, yann), await gather(camille, person)];
  const [silent, foreign] = [await team.channel('silence'), await elsewhere.role({ users: [person.id] })];
  await person.ok(api.unread.setLevel, { body: { channelId: silent._id, level: 'nothing' } });
  const call = `<@${person.id}>`;
  const called = await post(camille, team.welcome, '<@everyone>');
  const old = await post(camille, team.welcome, call);
  await palabre.services.database.pool.query(
    `UPDATE mentions SET created_at = now() - interval '91 days' WHERE message_id = $1`,
    [old._id],
  );
  const others = [
    old,
    await post(person, team.welcome, call),
    await post(camille, team.welcome, `<@&${foreign._id}>`),
    await post(yann, team.welcome, `<@${team.id}>`),
    await post(camille, silent, call),
    await post(camille, await team.channel('direction', 'private'), call),
    await write(camille, await talk(camille, yann), call),
  ];
  const statusOf = async ({ _id: id }: { _id: string }) =>
    (await person.call(api.notifications.one, { params: { id } })).status;
  expect(await Promise.all([called, ...others].map(statusOf))).toEqual([200, ...others.map(() => 404)]);
  const listed = async () =>
    (await person.ok(api.notifications.list)).notifications.map(({ _id, isRead }) => [_id, isRead]);
  expect(await listed()).toEqual([[called._id, false]]);
  // Each person reads for themself.
  const device = await yann.connect();
  await yann.ok(api.notifications.mark, { params: { id: called._id } });
  expect(await device.next('updateUnread')).toMatchObject({ channelId: team.welcome._id, mentions: 0 });
  expect(await listed()).toEqual([[called._id, false]]);
});

test('The last message of another in a conversation is a notification while it is young or unread, unless the conversation is muted', async () => {
  const person = await palabre.register();
  const conversation = await talk(camille, person);
  const where = { conversationId: conversation._id };
  const { _id: id, position } = await write(camille, conversation, 'Toujours là ?');
  await write(person, conversation, 'Oui');
  const found = async () => [
    (await person.ok(api.notifications.list)).notifications.map(({ _id }) => _id),
    (await person.call(api.notifications.one, { params: { id } })).status,
  ];
  const shown = [[id], 200];
  await person.ok(api.unread.mark, { body: { ...where, position } });
  expect(await found()).toEqual(shown);
  await palabre.services.database.pool.query(
    `UPDATE messages SET created_at = now() - interval '91 days' WHERE id = $1`,
    [id],
  );
  expect(await found()).toEqual([[], 404]);
  await person.ok(api.unread.mark, { body: { ...where, position: position - 1, back: true } });
  expect(await found()).toEqual(shown);
  await person.ok(api.unread.setLevel, { body: { ...where, muted: true } });
  expect(await found()).toEqual([[], 404]);
});
