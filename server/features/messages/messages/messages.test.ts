import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countFromNow } from '../../../test/measures.ts';

let palabre: Palabre;
let owner: Person;
let member: Person;
let outsider: Person;
let workspaceId: string;
let general: string;

beforeAll(async () => {
  palabre = await startPalabre();
  [owner, member, outsider] = await Promise.all([
    palabre.register({ firstName: 'Camille' }),
    palabre.register({ firstName: 'Karim' }),
    palabre.register({ firstName: 'Yann' }),
  ]);
  const { workspace } = await owner.ok(api.workspaces.create, { body: { title: 'Atelier Tilleul' } });
  workspaceId = workspace._id;
  general = workspace.welcomeChannel;
  await member.ok(api.workspaces.join, { params: { id: workspaceId } });
});

const newChannel = async (visibility = 'public') => {
  const { channel } = await owner.ok(api.channels.create, {
    body: { title: `salon ${visibility}`, visibility, workspaceId },
  });
  return channel._id;
};

const post = async (person: Person, channelId: string, content: string, nonce?: string): Promise<Message> =>
  (await person.ok(api.messages.send, { body: { channelId, content, nonce } })).message;

/** Fills a channel with messages that have these numbers. */
async function fill(channelId: string, from: number, to: number): Promise<void> {
  const { kysely } = palabre.services.database;
  await sql`INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${owner.id}, 'message ' || n, now()
    FROM generate_series(${from}::int, ${to}::int) AS n`.execute(kysely);
  await sql`UPDATE places SET seq = ${to} WHERE id = ${channelId}`.execute(kysely);
}

describe('posting', () => {
  it('answers 201 with the whole message and tells every reader, the sender included', async () => {
    const sockets = await Promise.all([owner.connect(), member.connect(), outsider.connect()]);
    const { status, body } = await member.call(api.messages.send, {
      body: { channelId: general, content: ' **Bonjour** ' },
    });
    expect(status).toBe(201);
    expect(body.message).toMatchObject({
      content: ' **Bonjour** ',
      channelId: general,
      conversationId: null,
      updated: false,
      sender: { _id: member.id, firstName: 'Karim', lastName: 'Moreau', avatar: null },
      reactions: [],
      fileAttachments: [],
      nonce: null,
    });
    expect(await sockets[0].next('newMessage')).toEqual(body.message);
    expect(await sockets[1].next('newMessage')).toEqual(body.message);
    await sockets[2].none('newMessage');
  });

  it('answers 200 with the same message for a repeated nonce, makes no second message, and tells of it once', async () => {
    const nonce = randomUUID();
    const channelId = await newChannel();
    const ears = await owner.connect();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        member.call(api.messages.send, { body: { channelId, content: 'une fois', nonce } }),
      ),
    );
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1);
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(49);
    expect(new Set(answers.map(answer => answer.body.message._id)).size).toBe(1);
    const again = await member.call(api.messages.send, {
      body: { channelId, content: 'autre texte', nonce: nonce.toUpperCase() },
    });
    expect(again.status).toBe(200);
    expect(again.body.message.content).toBe('une fois');
    const { messages } = await member.ok(api.messages.page, { query: { channelId } });
    expect(messages).toHaveLength(1);
    await ears.settled();
    expect(ears.all('newMessage')).toHaveLength(1);
    // Once it is deleted, it comes back by no repetition.
    await member.ok(api.messages.remove, { params: { id: again.body.message._id } });
    const late = await member.call(api.messages.send, { body: { channelId, content: 'une fois', nonce } });
    expect([late.status, late.body.code]).toEqual([404, 'not_found']);
  });

  it('allows the same nonce to two people, for a message of each', async () => {
    const nonce = randomUUID();
    const channelId = await newChannel();
    const [first, second] = await Promise.all([
      post(owner, channelId, 'a', nonce),
      post(member, channelId, 'b', nonce),
    ]);
    expect(first._id).not.toBe(second._id);
  });

  it('accepts a channel id in capitals', async () => {
    const channelId = await newChannel();
    const message = await post(member, channelId.toUpperCase(), 'x');
    expect(message.channelId).toBe(channelId);
    const { messages } = await member.ok(api.messages.page, { query: { channelId: channelId.toUpperCase() } });
    expect(messages).toEqual([message]);
  });

  it('sets sender, time and seq itself, whatever the client sends', async () => {
    const forged = {
      channelId: general,
      content: 'x',
      sender: owner.id,
      firstName: 'Faux',
      time: '2001-01-01T00:00:00.000Z',
      seq: 1,
    };
    const { body } = await member.raw<{ message: Message }>('POST', '/api/message', { body: forged });
    expect(body.message.sender._id).toBe(member.id);
    expect(new Date(body.message.time).getFullYear()).toBeGreaterThan(2001);
  });

  it.each([
    ['blank text', { content: ' \n\t ' }, 'empty_message'],
    ['text without anything to see', { content: '\u200b\u2060\ufeff' }, 'empty_message'],
    ['text that is too long', { content: 'a'.repeat(10_001) }, 'invalid_input'],
    ['NUL', { content: 'a\u0000b' }, 'invalid_input'],
    ['a lone surrogate', { content: 'a\ud800b' }, 'invalid_input'],
    ['an object for text', { content: { $ne: 1 } }, 'invalid_input'],
    ['a nonce that is no uuid', { content: 'a', nonce: 'abc' }, 'invalid_input'],
    ['no place', { content: 'a', channelId: undefined }, 'one_place'],
    ['two places', { content: 'a', conversationId: '0199f3c0-0000-7000-8000-000000000000' }, 'one_place'],
  ])('refuses %s with a code and a French sentence', async (_what, body, code) => {
    const answer = await member.raw('POST', '/api/message', { body: { channelId: general, ...body } });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(answer.body.message).toMatch(/[a-zé]{3}/);
  });

  it('answers 404 to an outsider and in a hidden private channel, 403 where the person may only read', async () => {
    const [hidden, readOnly] = await Promise.all([newChannel('private'), newChannel('protected')]);
    const body = (channelId: string) => ({ body: { channelId, content: 'x' } });
    expect((await outsider.call(api.messages.send, body(general))).status).toBe(404);
    expect((await member.call(api.messages.send, body(hidden))).status).toBe(404);
    const refused = await member.call(api.messages.send, body(readOnly));
    expect([refused.status, refused.body.code]).toEqual([403, 'cannot_write']);
    expect((await owner.call(api.messages.send, body(hidden))).status).toBe(201);
    expect((await owner.call(api.messages.send, body(readOnly))).status).toBe(201);
  });

  it('emits private messages to the sockets of readers alone', async () => {
    const hidden = await newChannel('private');
    const [ownerSocket, memberSocket] = await Promise.all([owner.connect(), member.connect()]);
    const message = await post(owner, hidden, 'secret-c4n4r1');
    await ownerSocket.next('newMessage', heard => heard._id === message._id);
    await memberSocket.settled();
    expect(JSON.stringify(memberSocket.heard)).not.toContain('secret-c4n4r1');
  });
});

describe('numbering', () => {
  it('gives seq without gaps, in the order the events leave, under parallel writers', async () => {
    const channelId = await newChannel();
    const socket = await owner.connect();
    const posted = await Promise.all(
      Array.from({ length: 64 }, (_, i) => post(i % 2 ? owner : member, channelId, `message ${i}`, randomUUID())),
    );
    expect(posted.map(message => message.seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, i) => i + 1),
    );
    await socket.next('newMessage', message => message.channelId === channelId && message.seq === 64);
    const heard = socket.all('newMessage', message => message.channelId === channelId).map(message => message.seq);
    expect(heard).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  });
});

describe('pages', () => {
  it('go through a channel both ways and around a message, and survive deletions', async () => {
    const channelId = await newChannel();
    const all: Message[] = [];
    for (let i = 0; i < 25; i++) all.push(await post(owner, channelId, `m${i}`));
    const texts = (messages: Message[]) => messages.map(message => message.content);

    const latest = await member.ok(api.messages.page, { query: { channelId, limit: 10 } });
    expect(texts(latest.messages)).toEqual(texts(all.slice(15)));
    expect(latest).toMatchObject({ hasMore: true, nextCursor: null, seq: 25 });

    await owner.ok(api.messages.remove, { params: { id: (all[15] as Message)._id } });
    const before = await member.ok(api.messages.page, {
      query: { channelId, limit: 10, prev: latest.prevCursor ?? '' },
    });
    expect(texts(before.messages)).toEqual(texts(all.slice(5, 15)));
    // As many as are left.
    const first = await member.ok(api.messages.page, {
      query: { channelId, limit: 5, prev: before.prevCursor ?? '' },
    });
    expect(texts(first.messages)).toEqual(texts(all.slice(0, 5)));
    expect(first).toMatchObject({ hasMore: false, prevCursor: null });
    const after = await member.ok(api.messages.page, { query: { channelId, limit: 10, next: first.nextCursor ?? '' } });
    expect(texts(after.messages)).toEqual(texts(all.slice(5, 15)));
    expect(after.hasMore).toBe(true);
    const last = await member.ok(api.messages.page, { query: { channelId, limit: 9, next: after.nextCursor ?? '' } });
    expect(texts(last.messages)).toEqual(texts(all.slice(16)));
    expect(last).toMatchObject({ hasBefore: true, hasAfter: false, hasMore: false, nextCursor: null });

    const around = await member.ok(api.messages.page, {
      query: { channelId, limit: 5, around: (all[8] as Message)._id },
    });
    expect(texts(around.messages)).toEqual(['m6', 'm7', 'm8', 'm9', 'm10']);
    expect(around).toMatchObject({ hasBefore: true, hasAfter: true });
    // So near an end that the page just reaches it.
    const [begins, ends] = await Promise.all(
      [2, 22].map(n =>
        member.ok(api.messages.page, { query: { channelId, limit: 5, around: (all[n] as Message)._id } }),
      ),
    );
    expect([texts(begins?.messages ?? []), texts(ends?.messages ?? [])]).toEqual([
      ['m0', 'm1', 'm2', 'm3', 'm4'],
      ['m20', 'm21', 'm22', 'm23', 'm24'],
    ]);
    expect(begins).toMatchObject({ hasBefore: false, hasMore: false, prevCursor: null, hasAfter: true });
    expect(ends).toMatchObject({ hasBefore: true, hasMore: true, hasAfter: false, nextCursor: null });
  });

  it('have the last fifty messages unless asked otherwise, by either way to ask', async () => {
    const channelId = await newChannel();
    await fill(channelId, 1, 51);
    const page = await member.ok(api.messages.page, { query: { channelId } });
    const latest = await member.ok(api.messages.ofChannel, { params: { id: channelId } });
    const lastFifty = Array.from({ length: 50 }, (_, i) => i + 2);
    for (const { messages } of [page, latest]) expect(messages.map(({ seq }) => seq)).toEqual(lastFifty);
    expect(page.hasMore).toBe(true);
  });

  it('begin at a moment: the first message written then or later, between its neighbours', async () => {
    const channelId = await newChannel();
    const all: Message[] = [];
    for (let i = 0; i < 12; i++) all.push(await post(owner, channelId, `m${i}`));
    // Edits take numbers between those of messages; one message was written each day.
    await owner.ok(api.messages.edit, { params: { id: (all[3] as Message)._id }, body: { content: 'm3' } });
    await post(owner, channelId, 'm12');
    const { pool } = palabre.services.database;
    await pool.query(
      `UPDATE messages SET created_at = '2026-03-01T12:00:00Z'::timestamptz + (position - 1) * interval '1 day' WHERE place_id = $1`,
      [channelId],
    );
    await owner.ok(api.messages.remove, { params: { id: (all[6] as Message)._id } });
    const begin = async (since: string, limit = 4) => {
      const page = await member.ok(api.messages.page, { query: { channelId, since, limit } });
      const { hasBefore, hasAfter } = page;
      return [page.messages.map(({ content }) => content).join(' '), hasBefore, hasAfter];
    };
    expect(await begin('1970-01-01T00:00:00.000Z')).toEqual(['m0 m1', false, true]);
    expect(await begin('2026-03-04T12:00:00.000Z')).toEqual(['m1 m2 m3 m4', true, true]);
    expect(await begin('2026-03-04T12:00:00.001Z')).toEqual(['m2 m3 m4 m5', true, true]);
    expect(await begin('2026-03-04T13:00:00+01:00')).toEqual(['m1 m2 m3 m4', true, true]);
    // A deleted message is skipped.
    expect(await begin('2026-03-07T00:00:00.000Z')).toEqual(['m4 m5 m7 m8', true, true]);
    expect(await begin('2026-03-14T00:00:00.000Z', 5)).toEqual(['m9 m10 m11 m12', true, false]);
    expect(await begin('2027-01-01T00:00:00.000Z')).toEqual(['m11 m12', true, false]);
    expect(
      (await outsider.call(api.messages.page, { query: { channelId, since: '2026-03-04T00:00:00Z' } })).status,
    ).toBe(404);
    const wrong = await member.raw('GET', `/api/message/paginated?channelId=${channelId}&since=hier`);
    expect(wrong.status).toBe(400);
    const empty = await newChannel();
    const page = await member.ok(api.messages.page, { query: { channelId: empty, since: '2026-03-04T00:00:00Z' } });
    expect(page).toMatchObject({ messages: [], hasBefore: false, hasAfter: false });
  });

  it('refuse a forged cursor, a limit out of bounds, and a message of another channel', async () => {
    const [here, there] = await Promise.all([newChannel(), newChannel()]);
    const elsewhere = await post(owner, there, 'ailleurs');
    const ask = (query: string) => member.raw('GET', `/api/message/paginated?channelId=${here}&${query}`);
    // A number that the database cannot have is none of its own cursors.
    const beyond = Buffer.from(`p${'9'.repeat(25)}`).toString('base64url');
    for (const cursor of ['prev=zzz', `prev=${beyond}`, `next=${beyond}`])
      expect([cursor, (await ask(cursor)).body.code]).toEqual([cursor, 'invalid_cursor']);
    expect((await ask('limit=0')).status).toBe(400);
    expect((await ask('limit=101')).status).toBe(400);
    expect((await ask(`around=${elsewhere._id}`)).status).toBe(404);
    expect((await outsider.call(api.messages.page, { query: { channelId: here } })).status).toBe(404);
    // A channel is no conversation.
    expect((await member.call(api.messages.ofConversation, { params: { id: here } })).status).toBe(404);
  });

  it('of an empty channel are empty', async () => {
    const channelId = await newChannel();
    const page = await member.ok(api.messages.page, { query: { channelId } });
    expect(page).toMatchObject({ messages: [], prevCursor: null, nextCursor: null, hasMore: false, seq: 0 });
  });
});

describe('changing', () => {
  it('edits the author’s message, marks it as updated and tells everyone', async () => {
    const channelId = await newChannel();
    const message = await post(member, channelId, 'avant');
    const socket = await owner.connect();
    const { message: edited } = await member.ok(api.messages.edit, {
      params: { id: message._id },
      body: { content: 'après' },
    });
    expect(edited).toMatchObject({ _id: message._id, content: 'après', updated: true, seq: 2, time: message.time });
    expect(await socket.next('updateMessage')).toEqual(edited);
    expect((await owner.ok(api.messages.one, { params: { id: message._id } })).message).toEqual(edited);
  });

  it('deletes the author’s message for everyone', async () => {
    const channelId = await newChannel();
    const message = await post(member, channelId, 'adieu');
    const socket = await owner.connect();
    const { message: sentence } = await member.ok(api.messages.remove, { params: { id: message._id } });
    expect(sentence).toBe('Le message a été supprimé.');
    expect(await socket.next('deleteMessage')).toEqual({ _id: message._id, channelId, conversationId: null, seq: 2 });
    expect((await member.call(api.messages.one, { params: { id: message._id } })).status).toBe(404);
    expect((await member.call(api.messages.remove, { params: { id: message._id } })).status).toBe(404);
    expect((await member.ok(api.messages.page, { query: { channelId } })).messages).toEqual([]);
  });

  it('an edit is for the author alone: the owner gets 403, an outsider 404', async () => {
    const message = await post(member, general, 'à moi');
    const edit = { params: { id: message._id }, body: { content: 'x' } };
    expect((await owner.call(api.messages.edit, edit)).body.code).toBe('sender_only');
    expect((await outsider.call(api.messages.edit, edit)).status).toBe(404);
    expect((await member.call(api.messages.edit, { ...edit, body: { content: '  ' } })).body.code).toBe(
      'empty_message',
    );
  });
});

describe('catching up', () => {
  it('lists all changes after a seq: new, edited and deleted messages', async () => {
    const channelId = await newChannel();
    const [kept, edited, deleted] = [
      await post(owner, channelId, 'a'),
      await post(owner, channelId, 'b'),
      await post(owner, channelId, 'c'),
    ];
    await owner.ok(api.messages.edit, { params: { id: edited._id }, body: { content: 'B' } });
    await owner.ok(api.messages.remove, { params: { id: deleted._id } });
    const added = await post(owner, channelId, 'd');
    const changes = await member.ok(api.messages.changes, { query: { channelId, after: kept.seq } });
    expect(changes).toMatchObject({ deleted: [deleted._id], seq: 6, hasMore: false });
    expect(changes.messages.map(message => [message._id, message.content])).toEqual([
      [edited._id, 'B'],
      [added._id, 'd'],
    ]);
    expect(await member.ok(api.messages.changes, { query: { channelId, after: 6 } })).toMatchObject({
      messages: [],
      deleted: [],
      seq: 6,
    });
  });

  it('lists two hundred changes at a time, and from a thousand on asks the client to reset', async () => {
    const channelId = await newChannel();
    const changes = (after: number) => member.ok(api.messages.changes, { query: { channelId, after } });
    await fill(channelId, 1, 200);
    expect(await changes(0)).toMatchObject({ seq: 200, hasMore: false, messages: { length: 200 } });
    await fill(channelId, 201, 1_000);
    const first = await changes(0);
    expect(first).toMatchObject({ seq: 200, hasMore: true });
    expect(first.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect((await changes(first.seq)).messages[0]?.seq).toBe(201);
    expect(await changes(999)).toMatchObject({ seq: 1_000, hasMore: false, messages: { length: 1 } });
    await fill(channelId, 1_001, 1_001);
    expect(await changes(0)).toMatchObject({ reset: true, seq: 1_001, messages: [], hasMore: false });
  });

  it('asks for a reset when the seq is beyond the database’s, counts it as it does the others, and answers 404 to outsiders', async () => {
    const channelId = await newChannel();
    const counted = await countFromNow(palabre.url);
    await post(owner, channelId, 'a');
    expect(await member.ok(api.messages.changes, { query: { channelId, after: 99 } })).toMatchObject({
      reset: true,
      seq: 1,
    });
    await member.ok(api.messages.changes, { query: { channelId, after: 0 } });
    expect(await counted()).toMatchObject({
      ...{ palabre_posts_total: 1, 'palabre_catch_ups_total{answer="restart"}': 1 },
      'palabre_catch_ups_total{answer="changes"}': 1,
    });
    expect((await outsider.call(api.messages.changes, { query: { channelId, after: 0 } })).status).toBe(404);
  });
});
