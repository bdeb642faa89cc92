import type { Conversation } from '@palabre/common/contract/conversations.ts';
import { api } from '@palabre/common/contract/index.ts';
import { byRecent } from '@palabre/common/rules/conversations.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/postgres/db.ts';
import { type Person, startPalabre } from '../../test/harness.ts';
import { onceBefore } from '../../test/locks.ts';
import { come, listed, refusals, talk, write } from '../../test/people/talk.ts';

const palabre = await startPalabre();
const names = ['Camille', 'Karim', 'Léonie', 'Souleymane', 'Yann'];
/** Registers people for this test alone, who share no place. */
const strangers = (count: number): Promise<Person[]> =>
  Promise.all(names.slice(0, count).map(firstName => palabre.register({ firstName })));
const three = async () => (await strangers(3)) as [Person, Person, Person];
const four = async () => (await strangers(4)) as [Person, Person, Person, Person];

const begin = (person: Person, ...others: { id: string }[]) =>
  person.call(api.conversations.create, { body: { users: others.map(({ id }) => id) } });
const see = (person: Person, { _id: id }: { _id: string }) => person.call(api.conversations.one, { params: { id } });
const hide = (person: Person, { _id: id }: { _id: string }) =>
  person.call(api.conversations.remove, { params: { id } });
const leave = (person: Person, { _id: id }: { _id: string }) =>
  person.call(api.conversations.leave, { params: { id } });
const rename = (person: Person, { _id: id }: { _id: string }, title: string) =>
  person.call(api.conversations.rename, { params: { id }, body: { title } });
const add = (person: Person, { _id: id }: { _id: string }, ...people: { id: string }[]) =>
  person.call(api.conversations.add, { params: { id }, body: { users: people.map(one => one.id) } });
const ids = ({ users }: Conversation) => users.map(({ _id }) => _id);

describe('beginning a conversation', () => {
  test('includes its creator, named or not, and tells its people and nobody else', async () => {
    const [camille, karim, yann] = await three();
    const [hers, his, other] = [await come(camille), await come(karim), await come(yann)];
    const { status, body } = await begin(camille, karim, camille);
    expect(status).toBe(201);
    const { conversation } = body;
    expect(conversation).toMatchObject({ title: null, creator: camille.id, lastMessage: null });
    expect(ids(conversation).sort()).toEqual([camille.id, karim.id].sort());
    expect(conversation.users.find(({ _id }) => _id === karim.id)).toMatchObject({ firstName: 'Karim' });
    for (const ears of [hers, his]) expect(await ears.next('newConversation')).toEqual(conversation);
    await other.none('newConversation');
    expect((await see(karim, conversation)).body.conversation).toEqual(conversation);
    expect(await listed(karim)).toEqual([conversation]);
    expect(await listed(yann)).toEqual([]);
    const hidden = await see(yann, conversation);
    expect([hidden.status, hidden.body]).toEqual([404, (await see(yann, { _id: newId() })).body]);
  });

  test('lists its people in the order in which they were named, its creator first', async () => {
    const people = await four();
    const [creator, ...others] = people.toSorted((one, other) => (one.id < other.id ? 1 : -1)) as [Person, ...Person[]];
    const { conversation } = (await begin(creator, ...others)).body;
    expect(ids(conversation)).toEqual([creator, ...others].map(({ id }) => id));
  });

  test('takes two to twenty-five people who exist', async () => {
    const [camille, karim] = await three();
    expect((await begin(camille)).status).toBe(400);
    expect((await begin(camille, camille)).status).toBe(400);
    expect((await begin(camille, karim, { id: newId() })).body.code).toBe('user_not_found');
    const many = await Promise.all(Array.from({ length: 25 }, () => palabre.register()));
    expect((await begin(camille, ...many)).status).toBe(400);
    const full = await begin(camille, ...many.slice(0, 24));
    expect([full.status, full.body.conversation.users.length]).toEqual([201, 25]);
    const refused = await add(camille, full.body.conversation, karim);
    expect([refused.status, refused.body.code]).toEqual([409, 'conversation_full']);
    const there = await add(camille, full.body.conversation, ...many.slice(0, 2));
    expect([there.status, there.body.conversation?.users.length]).toEqual([200, 25]);
  });

  test('between two people gives the one they have, however often and by whomever it is begun at once', async () => {
    const [camille, karim, yann] = await three();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? begin(camille, karim) : begin(karim, camille))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.conversation._id)).size).toBe(1);
    expect(await listed(camille)).toHaveLength(1);
    expect((await begin(karim, camille)).status).toBe(200);
    expect((await begin(karim, yann)).status).toBe(201);
    const [one, other] = [await begin(camille, karim, yann), await begin(camille, karim, yann)];
    expect([one.status, other.status, one.body.conversation._id === other.body.conversation._id]).toEqual([
      201,
      201,
      false,
    ]);
  });

  test('between two people that is deleted at the moment at which it is found is begun again by another try', async () => {
    const [camille, karim] = await three();
    const { conversation } = (await begin(camille, karim)).body;
    const hasCome = onceBefore('SELECT conversation_id FROM conversation_pairs', () =>
      palabre.services.database.pool.query('DELETE FROM conversation_pairs WHERE conversation_id = $1', [
        conversation._id,
      ]),
    );
    const { status, body } = await begin(karim, camille);
    expect([hasCome(), status, body.code]).toEqual([true, 409, 'changed_meanwhile']);
    expect((await begin(karim, camille)).status).toBe(201);
  });

  test('shows each the other’s e-mail and status, and lets search find them as a colleague', async () => {
    const [camille, karim, yann] = await three();
    const seenBy = async (person: Person) => (await person.ok(api.users.one, { params: { id: karim.id } })).user;
    expect(await seenBy(camille)).not.toHaveProperty('email');
    await begin(camille, karim);
    expect(await seenBy(camille)).toHaveProperty('email', karim.user.email);
    expect(await seenBy(yann)).not.toHaveProperty('email');
    expect((await camille.ok(api.users.search)).users.map(({ _id }) => _id).sort()).toEqual(
      [camille.id, karim.id].sort(),
    );
    const [hers, other] = [await come(camille), await come(yann)];
    await come(karim);
    const online = await hers.next('userUpdate', ({ _id, status }) => _id === karim.id && status === 'online');
    expect(online).toHaveProperty('email', karim.user.email);
    await other.none('userUpdate', ({ _id }) => _id === karim.id);
    expect((await listed(camille))[0]?.users.find(({ _id }) => _id === karim.id)?.status).toBe('online');
  });
});

describe('a conversation of two', () => {
  test('is hidden by one of them from their own list, until a message comes', async () => {
    const [camille, karim] = await three();
    const conversation = await talk(camille, karim);
    await write(camille, conversation, 'Bonjour');
    const [hers, his] = [await come(camille), await come(karim)];
    const { status, body } = await hide(karim, conversation);
    expect([status, body.message]).toEqual([
      200,
      'La conversation est masquée\u00a0: elle reviendra au prochain message.',
    ]);
    expect(await his.next('deleteConversation')).toEqual({ _id: conversation._id });
    await hers.none('deleteConversation');
    expect([await listed(karim), (await listed(camille)).length]).toEqual([[], 1]);
    const message = await write(camille, conversation, 'Tu es là ?');
    expect(await his.next('newMessage')).toEqual(message);
    const [back] = await listed(karim);
    expect(back?.lastMessage?._id).toBe(message._id);
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    expect(await listed(karim)).toHaveLength(1);
    await hide(karim, conversation);
    expect(await listed(karim)).toEqual([]);
    // Their own brings it back, too.
    await write(karim, conversation, 'Oui !');
    expect(await listed(karim)).toHaveLength(1);
  });

  test('is hidden and shown again alone, whatever else its person has hidden', async () => {
    const [camille, karim, leonie] = await three();
    const [one, other] = [await talk(camille, karim), await talk(camille, leonie)];
    const order = async () => (await listed(camille)).map(({ _id }) => _id);
    await hide(camille, one);
    expect(await order()).toEqual([other._id]);
    await hide(camille, other);
    expect((await begin(camille, karim)).status).toBe(200);
    expect(await order()).toEqual([one._id]);
  });

  test('has nothing unread any more for the person who hides it', async () => {
    const [camille, karim] = await three();
    const conversation = await talk(camille, karim);
    await write(camille, conversation, 'Bonjour');
    const unreadPlaces = async () => (await karim.ok(api.unread.list)).unread.map(one => one.conversationId);
    expect(await unreadPlaces()).toEqual([conversation._id]);
    await hide(karim, conversation);
    expect(await unreadPlaces()).toEqual([]);
  });

  test('is shown again to the person who begins it again, and to nobody else', async () => {
    const [camille, karim] = await three();
    const conversation = await talk(camille, karim);
    await Promise.all([hide(camille, conversation), hide(karim, conversation)]);
    const [hers, his] = [await come(camille), await come(karim)];
    const again = await begin(karim, camille);
    expect([again.status, again.body.conversation]).toEqual([200, (await see(karim, conversation)).body.conversation]);
    expect(await his.next('newConversation')).toEqual(again.body.conversation);
    await begin(karim, camille);
    for (const ears of [hers, his]) await ears.settled();
    expect([hers, his].map(ears => ears.all('newConversation').length)).toEqual([0, 1]);
    expect([await listed(camille), (await listed(karim)).length]).toEqual([[], 1]);
  });

  test('has no title, and nobody joins or leaves it', async () => {
    const [camille, karim, yann] = await three();
    const conversation = await talk(camille, karim);
    for (const refused of [
      await rename(camille, conversation, 'Nous'),
      await add(camille, conversation, yann),
      await leave(karim, conversation),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'conversation_of_two']);
    }
  });
});

describe('a conversation of more', () => {
  test('is renamed by any of its people, for all', async () => {
    const [camille, karim, leonie, yann] = await four();
    const [conversation, kept] = [await talk(camille, karim, leonie), await talk(camille, karim, yann)];
    const [hers, his, other] = [await come(camille), await come(karim), await come(yann)];
    const renamed = await rename(leonie, conversation, '  Chantier de Lyon  ');
    expect(renamed.body.conversation).toMatchObject({ _id: conversation._id, title: 'Chantier de Lyon' });
    expect((await see(camille, conversation)).body).toEqual(renamed.body);
    expect((await see(camille, kept)).body.conversation.title).toBeNull();
    for (const ears of [hers, his]) expect(await ears.next('updateConversation')).toEqual(renamed.body.conversation);
    await other.none('updateConversation');
    expect((await rename(leonie, conversation, ' ')).status).toBe(400);
    expect((await rename(yann, conversation, 'À moi')).status).toBe(404);
  });

  test('lets in the people that any of its people adds: they hear and read it at once', async () => {
    const [camille, karim, leonie, yann] = await four();
    const conversation = await talk(camille, karim, leonie);
    const before = await write(camille, conversation, 'Avant');
    const [hers, his] = [await come(camille), await come(yann)];
    const { body } = await add(karim, conversation, yann, leonie);
    expect(ids(body.conversation)).toEqual([...ids(conversation), yann.id]);
    expect(await his.next('newConversation')).toEqual(body.conversation);
    expect(await hers.next('updateConversation')).toEqual(body.conversation);
    // Messages sent before they joined are not unread for them.
    expect((await yann.ok(api.unread.list)).unread).toEqual([]);
    const after = await write(camille, conversation, 'Bienvenue');
    expect(await his.next('newMessage')).toEqual(after);
    await his.none('updateConversation');
    const page = await yann.ok(api.messages.page, { query: { conversationId: conversation._id } });
    expect(page.messages).toEqual([before, after]);
    expect((await add(karim, conversation, { id: newId() })).body.code).toBe('user_not_found');
    expect((await add(karim, conversation, leonie)).status).toBe(200);
  });

  test('closes at once to a person who leaves: they hear and read nothing more', async () => {
    const [camille, karim, leonie, yann] = await four();
    const conversation = await talk(camille, karim, leonie, yann);
    const message = await write(karim, conversation, 'Avant');
    const [hers, his] = [await come(camille), await come(karim)];
    const { body } = await leave(karim, conversation);
    expect(body.message).toBe('Vous avez quitté la conversation.');
    expect(await his.next('deleteConversation')).toEqual({ _id: conversation._id });
    expect(ids(await hers.next('updateConversation'))).toEqual(ids(conversation).filter(id => id !== karim.id));
    await write(camille, conversation, 'Sans lui');
    await hers.next('newMessage', ({ content }) => content === 'Sans lui');
    await his.none('newMessage', ({ content }) => content === 'Sans lui');
    await his.none('updateConversation');
    expect(await listed(karim)).toEqual([]);
    expect(await refusals(karim, conversation, message)).toEqual(Array(7).fill(404));
    for (const gone of [await see(karim, conversation), await leave(karim, conversation)]) {
      expect(gone.status).toBe(404);
    }
  });

  test('is deleted for all by its creator, and by nobody else', async () => {
    const [camille, karim, leonie] = await three();
    const conversation = await talk(camille, karim, leonie);
    const kept = await talk(camille, karim);
    const message = await write(karim, conversation, 'Bonjour');
    const refused = await hide(karim, conversation);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const ears = await Promise.all([camille, karim, leonie].map(come));
    expect((await hide(camille, conversation)).body.message).toBe('La conversation a été supprimée.');
    for (const one of ears) expect(await one.next('deleteConversation')).toEqual({ _id: conversation._id });
    expect(await listed(leonie)).toEqual([]);
    expect((await listed(karim)).map(({ _id }) => _id)).toEqual([kept._id]);
    expect(await refusals(karim, conversation, message)).toEqual(Array(7).fill(404));
  });

  test('handles departures at the same time one after the other: two people stay', async () => {
    const people = await strangers(5);
    const [first, ...others] = people as [Person, ...Person[]];
    const conversation = await talk(first, ...others);
    const replies = await Promise.all(people.map(person => leave(person, conversation)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
  });
});

test('a list of more than five hundred conversations comes in pages, without a gap or a repeat', async () => {
  const [camille] = await three();
  const { pool } = palabre.services.database;
  // Conversations begun at the same instant are ordered by id.
  await pool.query(
    `WITH made AS (
      INSERT INTO conversations (id, created_at)
      SELECT gen_random_uuid(), now() - (n / 3) * interval '1 minute' FROM generate_series(1, 1204) AS n RETURNING id
    ), placed AS (
      INSERT INTO places (id, kind, room) SELECT id, 'conversation', 'conversation:' || id FROM made
    ) INSERT INTO conversation_users (conversation_id, user_id) SELECT id, $1 FROM made`,
    [camille.id],
  );
  const params = { id: camille.id };
  const found: Conversation[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await camille.ok(api.conversations.list, { params, query: { cursor } });
    found.push(...page.conversations);
    sizes.push(page.conversations.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(sizes).toEqual([500, 500, 204]);
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(1204);
  expect(found).toEqual(found.toSorted(byRecent));
  // A second page that is just full is the last.
  await pool.query('DELETE FROM conversations WHERE id = ANY($1)', [found.slice(1_000).map(({ _id }) => _id)]);
  const { nextCursor } = await camille.ok(api.conversations.list, { params });
  const second = await camille.ok(api.conversations.list, { params, query: { cursor: nextCursor ?? '' } });
  expect([second.conversations.length, second.nextCursor]).toEqual([500, null]);
  const forged = ['hier', '2026-99-99T99:99:99.999Z'].map(time =>
    Buffer.from(JSON.stringify([time, camille.id])).toString('base64url'),
  );
  for (const wrong of ['x', ...forged]) {
    const { status, body } = await camille.call(api.conversations.list, { params, query: { cursor: wrong } });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  }
});
