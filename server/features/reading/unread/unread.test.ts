import { api } from '@palabre/common/contract/index.ts';
import { newCounted, type Unread } from '@palabre/common/contract/reading/unread.ts';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { reply } from '../../../test/people/repliers.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  team = await gather(camille, karim);
});

type Where = { channelId: string } | { conversationId: string };

const unreadOf = async (person: Person, where: Where): Promise<Unread> =>
  (await person.ok(api.unread.one, { query: where })).unread;
const listed = async (person: Person) => (await person.ok(api.unread.list)).unread;
const mark = (person: Person, where: Where, position: number, back = false) =>
  person.ok(api.unread.mark, { body: { ...where, position, back } });

describe('a place', () => {
  it('is unread from the first message of somebody else, until it is read', async () => {
    const { _id: channelId } = await team.channel('lecture');
    const where = { channelId };
    expect(await unreadOf(karim, where)).toMatchObject({ read: 0, first: null, mentions: 0 });
    const one = await post(camille, { _id: channelId }, 'un');
    await post(karim, { _id: channelId }, 'deux');
    const first = { _id: one._id, position: one.position };
    expect(await unreadOf(karim, where)).toMatchObject({ workspaceId: team.id, first, messages: 0, level: 'all' });
    expect((await listed(karim)).find(state => state.channelId === channelId)?.first).toEqual(first);
    const { unread } = await mark(karim, where, 1_000);
    expect(unread).toMatchObject({ read: 2, first: null });
    expect((await listed(karim)).some(state => state.channelId === channelId)).toBe(false);
  });

  it('is read on all devices of a person within a second, and by nobody else', async () => {
    const { _id: channelId } = await team.channel('appareils');
    await post(camille, { _id: channelId }, 'un');
    const other = await karim.elsewhere();
    const [tab, phone, stranger] = [await karim.connect(), await other.connect(), await camille.connect()];
    await mark(karim, { channelId }, 1);
    for (const device of [tab, phone]) {
      expect(await device.next('updateUnread', state => state.channelId === channelId)).toMatchObject({ read: 1 });
    }
    await stranger.none('updateUnread');
  });

  it('is read up to the furthest of the positions told at once, in any order', async () => {
    const { _id: channelId } = await team.channel('ensemble');
    for (let n = 0; n < 8; n += 1) await post(camille, { _id: channelId }, `message ${n}`);
    const told = await Promise.all([1, 8, 7, 6, 5, 4, 3, 2].map(position => mark(karim, { channelId }, position)));
    expect(Math.max(...told.map(({ unread }) => unread.read))).toBe(8);
    expect(await unreadOf(karim, { channelId })).toMatchObject({ read: 8, first: null });
  });

  it('counts a hundred mentions at most, with those that were marked as unread by themselves', async () => {
    const channel = await team.channel('cent');
    const where = { channelId: channel._id };
    const { _id: id } = await post(camille, channel, `<@${karim.id}>`);
    await mark(karim, where, 1);
    await karim.ok(api.notifications.mark, { params: { id }, body: { isRead: false } });
    const { pool } = palabre.services.database;
    await pool.query(
      `INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
        SELECT gen_random_uuid(), $1, n, n, $2, '', now() FROM generate_series(2, 101) AS n`,
      [channel._id, camille.id],
    );
    await pool.query('UPDATE places SET seq = 101 WHERE id = $1', [channel._id]);
    await pool.query(
      `INSERT INTO mentions (message_id, target, everyone, place_id, position, created_at, in_thread)
        SELECT id, $2, false, place_id, position, created_at, false FROM messages WHERE place_id = $1 AND position > 1`,
      [channel._id, karim.id],
    );
    const shown = (await listed(karim)).find(({ channelId }) => channelId === channel._id);
    expect([await unreadOf(karim, where), shown]).toMatchObject([{ mentions: 100 }, { mentions: 100 }]);
    // Messages of a conversation are counted up to a hundred, too.
    const { _id: conversationId } = await talk(camille, karim);
    await pool.query(
      `WITH said AS (
         INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
         SELECT gen_random_uuid(), $1, n, n, $2, '', now() FROM generate_series(1, 101) AS n
       ) UPDATE places SET seq = 101 WHERE id = $1`,
      [conversationId, camille.id],
    );
    expect(await unreadOf(karim, { conversationId })).toMatchObject({ messages: 100 });
  });

  it('only moves its pointer forward, from any device, unless it is marked as unread', async () => {
    const { _id: channelId } = await team.channel('avance');
    for (const text of ['un', 'deux', 'trois']) await post(camille, { _id: channelId }, text);
    const other = await karim.elsewhere();
    const ears = await karim.connect();
    await Promise.all([mark(karim, { channelId }, 3), mark(other, { channelId }, 1), mark(other, { channelId }, 2)]);
    expect((await mark(other, { channelId }, 1)).unread).toMatchObject({ read: 3, first: null });
    await ears.settled();
    expect(ears.all('updateUnread').filter(state => state.channelId === channelId)).toHaveLength(1);
    const { unread } = await mark(karim, { channelId }, 1, true);
    expect(unread).toMatchObject({ read: 1, first: { position: 2 } });
  });

  it('just joined has nothing unread of what was said before', async () => {
    const [newcomer] = [await palabre.register()];
    const { _id: channelId } = await team.channel('avant');
    await post(camille, { _id: channelId }, '<@everyone> avant');
    await newcomer.ok(api.workspaces.join, { params: team.params });
    expect(await listed(newcomer)).toEqual([]);
    expect((await newcomer.ok(api.notifications.list)).notifications).toEqual([]);
    await post(camille, { _id: channelId }, 'après');
    expect((await listed(newcomer)).map(state => state.channelId)).toEqual([channelId]);
  });

  it('out of sight answers as a missing one, and emits nothing', async () => {
    const { _id: channelId } = await team.channel('caché', 'private');
    const ears = await karim.connect();
    await post(camille, { _id: channelId }, `<@${karim.id}> <@everyone>`);
    for (const reply of [
      await karim.call(api.unread.one, { query: { channelId } }),
      await karim.call(api.unread.mark, { body: { channelId, position: 1 } }),
      await karim.call(api.unread.setLevel, { body: { channelId, muted: true } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    expect((await listed(karim)).some(state => state.channelId === channelId)).toBe(false);
    await ears.none('newNotification');
    const { notifications } = await karim.ok(api.notifications.list);
    expect(notifications.some(one => one.about?.channelId === channelId)).toBe(false);
  });

  it('has a level and may be muted, on all devices', async () => {
    const { _id: channelId } = await team.channel('niveau');
    const ears = await karim.connect();
    // The page reads the level in the list, though nothing is unread there.
    const shown = async () => (await listed(karim)).find(state => state.channelId === channelId);
    const { unread } = await karim.ok(api.unread.setLevel, { body: { channelId, level: 'mentions' } });
    expect(unread).toMatchObject({ level: 'mentions', muted: false, first: null });
    expect(await ears.next('updateUnread', state => state.channelId === channelId)).toEqual(unread);
    expect(await shown()).toEqual(unread);
    await karim.ok(api.unread.setLevel, { body: { channelId, muted: true } });
    expect(await unreadOf(karim, { channelId })).toMatchObject({ level: 'mentions', muted: true });
    const { unread: muted } = await karim.ok(api.unread.setLevel, { body: { channelId, level: 'all' } });
    expect([await shown(), muted.muted]).toEqual([muted, true]);
    await karim.ok(api.unread.setLevel, { body: { channelId, level: 'nothing' } });
    expect(await unreadOf(karim, { channelId })).toMatchObject({ level: 'nothing', muted: true });
    expect(await unreadOf(camille, { channelId })).toMatchObject({ level: 'all', muted: false });
  });
});

it('Messages reach a person who muted their place by name alone, one who wants mentions by mentions, one who wants nothing never', async () => {
  const [channel, group, yann] = [await team.channel('sourdine'), await talk(camille, karim), await palabre.register()];
  await yann.ok(api.workspaces.join, { params: team.params });
  const crew = await team.role({ users: [karim.id] });
  const [inChannel, inTalk] = [{ channelId: channel._id }, { conversationId: group._id }];
  await karim.ok(api.unread.setLevel, { body: { ...inChannel, muted: true } });
  await karim.ok(api.unread.setLevel, { body: { ...inTalk, level: 'mentions' } });
  await yann.ok(api.unread.setLevel, { body: { ...inChannel, level: 'nothing' } });
  const [ears, deaf] = [await karim.connect(), await yann.connect()];
  const say = async (where: Where, content: string) =>
    (await camille.ok(api.messages.send, { body: { ...where, content } })).message._id;
  await say(inChannel, '<@everyone> tous');
  await say(inChannel, `<@&${crew._id}> l’équipe`);
  const both = await say(inChannel, `<@everyone> et <@${karim.id}> <@${yann.id}>`);
  const named = await say(inChannel, `<@${karim.id}> <@${yann.id}>`);
  await say(inTalk, 'Rien de pressé');
  const called = await say(inTalk, `<@${karim.id}> alors ?`);
  await ears.next('newNotification', ({ _id }) => _id === called);
  await say(inTalk, 'Rien d’autre');
  await ears.settled();
  expect(ears.all('newNotification').map(({ _id }) => _id)).toEqual([both, named, called]);
  await deaf.none('newNotification');
  const listedOf = async (person: Person) =>
    (await person.ok(api.notifications.list)).notifications.flatMap(({ _id, about }) =>
      about?.channelId === channel._id || about?.conversationId === group._id ? [_id] : [],
    );
  expect([await listedOf(karim), await listedOf(yann)]).toEqual([[called, named, both], []]);
  expect(await unreadOf(karim, inChannel)).toMatchObject({ mentions: 2 });
  await karim.ok(api.unread.setLevel, { body: { ...inChannel, muted: false } });
  expect(await unreadOf(karim, inChannel)).toMatchObject({ mentions: 4 });
});

it('All places are marked as read at once', async () => {
  const { _id: channelId } = await team.channel('tout');
  await post(camille, { _id: channelId }, `<@${karim.id}>`);
  await write(camille, await talk(camille, karim), 'Bonjour');
  const ears = await karim.connect();
  const { message } = await karim.ok(api.unread.markAll);
  expect(message).toBe('Tout est marqué comme lu.');
  expect(await ears.next('readAll')).toEqual({ _id: karim.id });
  expect((await listed(karim)).filter(({ first }) => first)).toEqual([]);
  const { notifications } = await karim.ok(api.notifications.list);
  expect(notifications.filter(({ about, isRead }) => about && !isRead)).toEqual([]);
});

it('Reads that come together are written together: 40 take less than half as many statements', async () => {
  const { _id: channelId } = await team.channel('ensemble');
  for (let i = 0; i < 20; i++) await post(camille, { _id: channelId }, 'un');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const inserts = () =>
    query.mock.calls.filter(([asked]) =>
      ((asked as { text?: string }).text ?? '').includes('INSERT INTO read_pointers'),
    );
  await Promise.all(Array.from({ length: 40 }, (_, i) => mark(karim, { channelId }, i % 20)));
  expect(inserts().length).toBeGreaterThan(0);
  expect(inserts().length).toBeLessThan(20);
  query.mockRestore();
  expect(await unreadOf(karim, { channelId })).toMatchObject({ read: 19 });
});

it('A mention older than notifications is no longer counted, while its message stays unread', async () => {
  const channel = await team.channel('ancienne');
  const where = { channelId: channel._id };
  const { _id } = await post(camille, channel, `<@${karim.id}>`);
  const age = (days: number) =>
    palabre.services.database.pool.query(
      `UPDATE mentions SET created_at = now() - $1 * interval '1 day' WHERE message_id = $2`,
      [days, _id],
    );
  await age(89);
  expect(await unreadOf(karim, where)).toMatchObject({ first: { _id }, mentions: 1 });
  await age(91);
  expect(await unreadOf(karim, where)).toMatchObject({ first: { _id }, mentions: 0 });
});

it('A place marked as unread from a message, while another device reads it on, stays unread from there', async () => {
  const { _id: placeId } = await team.channel('deux-appareils');
  for (const text of ['un', 'deux', 'trois']) await post(camille, { _id: placeId }, text);
  await mark(karim, { channelId: placeId }, 2);
  const [on, back] = [
    { position: 3, back: false },
    { position: 1, back: true },
  ];
  // Sent in one turn, so that the requests share a statement, in either order.
  for (const requests of [
    [on, back],
    [back, on],
  ]) {
    const states = await Promise.all(
      requests.map(request => palabre.services.readPointers.mark({ userId: karim.id, placeId, ...request })),
    );
    expect(states.map(({ read }) => read)).toEqual([1, 1]);
  }
});

describe('everything marked as read', () => {
  it('is undone exactly, on all devices, except for what was read or written meanwhile', async () => {
    const reader = await palabre.register();
    await reader.ok(api.workspaces.join, { params: team.params });
    const [half, meanwhile, written, none] = await Promise.all(
      ['moitié', 'entretemps', 'suite', 'rien'].map(name => team.channel(name)),
    );
    const where = (channel?: { _id: string }) => ({ channelId: channel?._id ?? '' });
    for (const { channelId } of [half, half, meanwhile, written].map(where))
      await post(camille, { _id: channelId }, 'un');
    await mark(reader, where(half), 1);
    const before = await listed(reader);
    const phone = await (await reader.elsewhere()).connect();
    const { undo } = await reader.ok(api.unread.markAll);
    expect((await listed(reader)).filter(({ first }) => first)).toEqual([]);
    await post(camille, { _id: where(meanwhile).channelId }, 'deux');
    await mark(reader, where(meanwhile), 2);
    await post(camille, { _id: where(written).channelId }, 'deux');
    const body = { undo: undo ?? '' };
    expect((await camille.call(api.unread.undoMarkAll, { body })).body.code).toBe('undo_too_late');
    expect((await reader.ok(api.unread.undoMarkAll, { body })).message).toBe('Ce qui était non lu l’est de nouveau.');
    expect(await phone.next('readAllUndone')).toEqual({ _id: reader.id });
    expect(await unreadOf(reader, where(half))).toEqual(before.find(one => one.channelId === half?._id));
    expect(await unreadOf(reader, where(half))).toMatchObject({ read: 1, first: { position: 2 } });
    expect(await unreadOf(reader, where(meanwhile))).toMatchObject({ read: 2, first: null });
    expect(await unreadOf(reader, where(written))).toMatchObject({ read: 0, seq: 2, first: { position: 1 } });
    expect(await unreadOf(reader, where(none))).toMatchObject({ read: 0, first: null });
    expect((await reader.call(api.unread.undoMarkAll, { body })).body.code).toBe('undo_too_late');
  });

  it('includes a notification marked as unread by itself, and gives it back; one read by itself stays read', async () => {
    const reader = await palabre.register();
    await reader.ok(api.workspaces.join, { params: team.params });
    const channel = await team.channel('marquée');
    const { _id, position } = await post(camille, channel, `<@${reader.id}>`);
    const where = { channelId: channel._id };
    await mark(reader, where, position);
    await reader.ok(api.notifications.mark, { params: { id: _id }, body: { isRead: false } });
    expect(await unreadOf(reader, where)).toMatchObject({ read: position, mentions: 1 });
    const other = await team.channel('lue seule');
    const inOther = { channelId: other._id };
    const { _id: id } = await post(camille, other, `<@${reader.id}>`);
    await reader.ok(api.notifications.mark, { params: { id } });
    expect(await unreadOf(reader, inOther)).toMatchObject({ read: 0, mentions: 0 });
    const { undo } = await reader.ok(api.unread.markAll);
    for (const one of [where, inOther]) expect(await unreadOf(reader, one)).toMatchObject({ first: null, mentions: 0 });
    await reader.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
    expect(await unreadOf(reader, where)).toMatchObject({ read: position, mentions: 1 });
    expect(await unreadOf(reader, inOther)).toMatchObject({ read: 0, mentions: 0 });
    // Reading another place changes nothing here, nor does another reader of this place.
    await mark(reader, inOther, 1);
    await mark(karim, where, position);
    expect(await unreadOf(reader, where)).toMatchObject({ read: position, mentions: 1 });
    // A message marked as unread by itself and with its place counts once.
    expect((await mark(reader, where, 0, true)).unread).toMatchObject({ read: 0, mentions: 1 });
  });

  it('cannot be undone after a while, nor when nothing was unread', async () => {
    const reader = await palabre.register();
    expect((await reader.ok(api.unread.markAll)).undo).toBeNull();
    await write(camille, await talk(camille, reader), 'Bonjour');
    const { undo } = await reader.ok(api.unread.markAll);
    await palabre.services.database.pool.query(`UPDATE read_undos SET created_at = now() - interval '31 seconds'`);
    const late = await reader.call(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
    expect([late.status, late.body.code]).toEqual([409, 'undo_too_late']);
  });

  it('is undone by the latest undo alone, which may be some seconds on its way', async () => {
    const reader = await palabre.register();
    const conversation = await talk(camille, reader);
    const undos: string[] = [];
    for (const text of ['un', 'deux']) {
      await write(camille, conversation, text);
      undos.push((await reader.ok(api.unread.markAll)).undo ?? '');
      const age = `UPDATE read_undos SET created_at = created_at - interval '18 seconds' WHERE user_id = $1`;
      await palabre.services.database.pool.query(age, [reader.id]);
    }
    const outcomes: unknown[] = [];
    for (const undo of undos) outcomes.push((await reader.call(api.unread.undoMarkAll, { body: { undo } })).body.code);
    expect(outcomes).toEqual(['undo_too_late', undefined]);
    expect(await unreadOf(reader, { conversationId: conversation._id })).toMatchObject({ read: 1 });
  });

  it('has the threads read too, as a place that is read with its threads; these have the level of their place', async () => {
    const channel = await team.channel('fils');
    const where = { channelId: channel._id };
    const root = await post(karim, channel, 'Qui vient ?');
    const threads = async () => (await karim.ok(api.unread.list)).threads.map(({ threadId }) => threadId);
    await reply(camille, root);
    await mark(karim, where, 1);
    expect(await threads()).toEqual([root._id]);
    // Reading another place changes nothing here.
    const other = await team.channel('ailleurs');
    const { _id: id } = await post(camille, other, `<@${karim.id}>`);
    await mark(karim, { channelId: other._id }, 1);
    await karim.ok(api.notifications.mark, { params: { id }, body: { isRead: false } });
    await karim.ok(api.unread.mark, { body: { ...where, position: 1, threads: true } });
    expect(await threads()).toEqual([]);
    expect(await unreadOf(karim, { channelId: other._id })).toMatchObject({ read: 1, mentions: 1 });
    await reply(camille, root);
    expect(await threads()).toEqual([root._id]);
    const { undo } = await karim.ok(api.unread.markAll);
    expect(await threads()).toEqual([]);
    await karim.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
    expect(await threads()).toEqual([root._id]);
    await karim.ok(api.unread.markAll);
    const refused = await karim.call(api.unread.setLevel, { body: { threadId: root._id, muted: true } });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });
});

it('New messages of a place are counted after a position, without the reader’s own, for people who may read it', async () => {
  const { _id: channelId } = await team.channel('nombre', 'private');
  for (const text of ['un', 'deux', 'trois']) await post(camille, { _id: channelId }, text);
  expect(await camille.ok(api.unread.count, { query: { channelId, after: 0 } })).toEqual({ count: 0 });
  expect((await karim.call(api.unread.count, { query: { channelId, after: 0 } })).status).toBe(404);
  const open = await team.channel('nombre-ouvert');
  for (const text of ['un', 'deux', 'trois']) await post(camille, open, text);
  const { _id: id } = await post(camille, open, 'quatre');
  await camille.ok(api.messages.remove, { params: { id } });
  const counted = () => karim.ok(api.unread.count, { query: { channelId: open._id, after: 1 } });
  expect(await counted()).toEqual({ count: 2 });
  // A count stops at a thousand.
  await palabre.services.database.pool.query(
    `WITH place AS (UPDATE places SET seq = seq + $3::int WHERE id = $1 RETURNING seq - $3::int AS seq)
     INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
     SELECT gen_random_uuid(), $1, seq + n, seq + n, $2, '', now() FROM place, generate_series(1, $3::int) AS n`,
    [open._id, camille.id, newCounted],
  );
  expect(await counted()).toEqual({ count: newCounted });
});
