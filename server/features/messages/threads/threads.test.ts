import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { holdPlace } from '../../../test/locks.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

const threadOf = (person: Person, { _id: id }: { _id: string }) => person.ok(api.threads.one, { params: { id } });
const pageOf = async (person: Person, { _id: channelId }: { _id: string }) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages;
const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);
const remove = (person: Person, { _id: id }: { _id: string }) => person.ok(api.messages.remove, { params: { id } });

describe('a reply', () => {
  it('stands in the thread under its root, whose state tells of it, and not in the channel', async () => {
    const channel = await team.channel('fil');
    const root = await post(camille, channel, 'racine');
    expect((await threadOf(karim, root)).thread).toMatchObject({
      threadId: root._id,
      replies: 0,
      lastAt: null,
      seq: 0,
    });
    const said = await reply(karim, root, 'réponse');
    expect(said).toMatchObject({
      ...{ channelId: null, conversationId: null, threadId: root._id },
      ...{ parent: { channelId: channel._id, conversationId: null }, position: 1, seq: 1 },
    });
    const state = { replies: 1, lastAt: said.time, people: [expect.objectContaining({ _id: karim.id })], seq: 1 };
    expect(await pageOf(camille, channel)).toEqual([
      { ...root, thread: { ...state, unread: 1, following: true, read: 0 } },
    ]);
    expect(await pageOf(yann, channel)).toEqual([
      { ...root, thread: { ...state, unread: 0, following: false, read: 0 } },
    ]);
    const { root: read, thread, messages, seq } = await threadOf(karim, root);
    expect(read).toEqual({ ...root, thread: { ...state, unread: 0, following: true, read: 0 } });
    expect(thread).toMatchObject({ ...state, workspaceId: team.id, parent: { channelId: channel._id } });
    expect([messages, seq]).toEqual([[said], 1]);
    const query = { threadId: root._id };
    expect((await yann.ok(api.messages.page, { query })).messages).toEqual([said]);
    expect((await yann.ok(api.messages.changes, { query: { ...query, after: 0 } })).messages).toEqual([said]);
    expect((await yann.ok(api.messages.one, { params: { id: said._id } })).message).toEqual(said);
  });

  it('is told to people who see the channel, as the state of the thread is, to each follower with their own count', async () => {
    const channel = await team.channel('dits');
    const root = await post(camille, channel, 'racine');
    const [first, other, deaf] = [await camille.connect(), await yann.connect(), await palabre.register()];
    const stranger = await deaf.connect();
    const said = await reply(karim, root, 'réponse');
    expect(await other.next('newMessage', ({ _id }) => _id === said._id)).toEqual(said);
    const about = ({ threadId }: { threadId: string }) => threadId === root._id;
    expect(await first.next('updateThread', about)).toMatchObject({ replies: 1, unread: 1, following: true });
    expect(await other.next('updateThread', about)).toMatchObject({ replies: 1, unread: 0, following: false });
    await first.none('updateThread', event => about(event) && !event.following);
    await stranger.none('newMessage');
    await stranger.none('updateThread');
  });

  it('to a reply, or to the copy of one, belongs to the same thread; a thread in a thread is refused', async () => {
    const channel = await team.channel('même fil');
    const root = await post(camille, channel, 'racine');
    const one = await reply(karim, root, 'un', { alsoInPlace: true });
    const two = await reply(camille, one, 'deux');
    const three = await reply(camille, { _id: one.copyId as string }, 'trois');
    expect([two.threadId, three.threadId]).toEqual([root._id, root._id]);
    const four = await karim.ok(api.messages.send, { body: { threadId: root._id, content: 'quatre' } });
    expect(four.message).toMatchObject({ threadId: root._id, position: 4 });
    const body = { threadId: root._id, threadOf: one._id, content: 'non' };
    expect(await karim.call(api.messages.send, { body })).toMatchObject({
      status: 409,
      body: { code: 'thread_in_thread' },
    });
    for (const id of [root._id, one._id, one.copyId as string])
      expect(contents((await threadOf(yann, { _id: id })).messages)).toEqual(['un', 'deux', 'trois', 'quatre']);
  });

  it('sent again with its nonce is the same message', async () => {
    const channel = await team.channel('encore');
    const root = await post(camille, channel, 'racine');
    const body = { threadOf: root._id, content: 'une fois', nonce: randomUUID(), alsoInPlace: true };
    const first = await karim.call(api.messages.send, { body });
    const again = await karim.call(api.messages.send, { body: { ...body, channelId: channel._id } });
    // The same thread may be named by a reply in it.
    const named = await karim.call(api.messages.send, { body: { ...body, threadOf: first.body.message._id } });
    expect([first.status, again.status, named.status]).toEqual([201, 200, 200]);
    for (const one of [again, named]) expect(one.body.message).toEqual(first.body.message);
    expect(contents(await pageOf(yann, channel))).toEqual(['racine', 'une fois']);
  });

  it('quotes its root or another reply, and nothing else', async () => {
    const channel = await team.channel('citer');
    const [root, other] = [await post(camille, channel, 'racine'), await post(camille, channel, 'autre')];
    const one = await reply(karim, root, 'un', { replyTo: root._id });
    expect(one.replyTo).toMatchObject({ _id: root._id, excerpt: 'racine' });
    expect((await reply(camille, root, 'deux', { replyTo: one._id })).replyTo).toMatchObject({ excerpt: 'un' });
    const body = { threadOf: root._id, content: 'non', replyTo: other._id };
    expect((await karim.call(api.messages.send, { body })).body).toMatchObject({ code: 'message_not_found' });
  });

  it('stands in a conversation’s thread as in a channel’s', async () => {
    const group = await talk(camille, karim, yann);
    const root = await write(camille, group, 'racine');
    const said = await reply(karim, root, 'réponse');
    expect(said).toMatchObject({ parent: { channelId: null, conversationId: group._id } });
    expect((await yann.ok(api.messages.page, { query: { threadId: root._id } })).messages).toEqual([said]);
    expect((await threadOf(yann, root)).thread).toMatchObject({ workspaceId: null, parent: said.parent });
    const stranger = await palabre.register();
    expect((await stranger.call(api.threads.one, { params: { id: root._id } })).status).toBe(404);
  });

  it('cannot be pinned, and takes files and reactions as any message', async () => {
    const channel = await team.channel('fichiers');
    const root = await post(camille, channel, 'racine');
    const body = { threadOf: root._id, content: '' };
    const files = [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }];
    const { message } = await karim.ok(api.messages.send, { body, files });
    const url = message.fileAttachments[0]?.url ?? '';
    expect((await yann.raw('GET', url)).status).toBe(200);
    expect((await (await palabre.register()).raw('GET', url)).status).toBe(404);
    const params = { id: message._id };
    expect((await yann.ok(api.reactions.add, { params, body: { reaction: '👍' } })).message.reactions).toHaveLength(1);
    expect(await yann.call(api.pins.pin, { params })).toMatchObject({
      status: 409,
      body: { code: 'reply_not_pinned' },
    });
  });
});

describe('a reply shown in its channel too', () => {
  it('is edited and deleted in both, and told in both', async () => {
    const channel = await team.channel('double');
    const root = await post(camille, channel, 'racine');
    const ears = await yann.connect();
    const said = await reply(karim, root, 'un', { alsoInPlace: true, replyTo: root._id });
    const copy = await ears.next('newMessage', ({ _id }) => _id === said.copyId);
    expect(copy).toMatchObject({
      channelId: channel._id,
      copyOf: { _id: said._id, threadId: root._id },
      content: 'un',
    });
    // The replied-to message is in the thread, so the copy in the channel does not show it.
    expect([said.replyTo?._id, copy.replyTo]).toEqual([root._id, undefined]);
    await karim.ok(api.messages.edit, { params: { id: copy._id }, body: { content: 'deux' } });
    // Each edit is the next change of its own place.
    for (const { _id: id, seq } of [said, copy])
      expect(await ears.next('updateMessage', ({ _id }) => _id === id)).toMatchObject({
        ...{ content: 'deux', updated: true, seq: seq + 1 },
      });
    await remove(karim, said);
    for (const id of [said._id, copy._id]) await ears.next('deleteMessage', ({ _id }) => _id === id);
    expect(await pageOf(yann, channel)).toEqual([root]);
  });

  it('calls whom it names once', async () => {
    const root = await post(camille, await team.channel('double appel'), 'racine');
    const said = await reply(karim, root, `<@${yann.id}> ?`, { alsoInPlace: true });
    const { notifications } = await yann.ok(api.notifications.list);
    expect(notifications.filter(({ about }) => about?.excerpt === said.content).map(({ _id }) => _id)).toEqual([
      said._id,
    ]);
  });
});

describe('the first reply', () => {
  it('makes one thread, however many come at once', async () => {
    const root = await post(camille, await team.channel('ensemble'), 'racine');
    await Promise.all(Array.from({ length: 200 }, (_, n) => reply(n % 2 ? karim : yann, root, `n° ${n}`)));
    const { thread, seq } = await threadOf(camille, root);
    expect([thread.replies, seq]).toEqual([200, 200]);
  });

  it('under a message that one cannot see, or that is gone, is refused as under a missing one', async () => {
    const hidden = await post(camille, await team.channel('secret', 'private'), 'racine');
    const gone = await post(camille, team.welcome, 'partie');
    await remove(camille, gone);
    for (const _id of [hidden._id, gone._id, randomUUID()]) {
      const body = { threadOf: _id, content: 'non' };
      expect(await karim.call(api.messages.send, { body })).toMatchObject({
        status: 404,
        body: { code: 'message_not_found' },
      });
      expect((await karim.call(api.threads.one, { params: { id: _id } })).status).toBe(404);
    }
    const elsewhere = { threadOf: gone._id, channelId: hidden.channelId, content: 'non' };
    expect((await karim.call(api.messages.send, { body: elsewhere })).status).toBe(404);
  });

  it('is refused to people who may read the channel and not write in it', async () => {
    const root = await post(camille, await team.channel('annonces', 'protected'), 'racine');
    const body = { threadOf: root._id, content: 'non' };
    expect(await karim.call(api.messages.send, { body })).toMatchObject({
      status: 403,
      body: { code: 'cannot_write' },
    });
    // The id of a channel where they may write does not help either.
    const elsewhere = { ...body, channelId: team.welcome._id };
    expect((await karim.call(api.messages.send, { body: elsewhere })).body.code).toBe('message_not_found');
    expect((await threadOf(karim, root)).thread.replies).toBe(0);
  });
});

describe('the deletion', () => {
  it('of the last reply removes the thread; the next first reply makes it anew', async () => {
    const channel = await team.channel('dernière');
    const root = await post(camille, channel, 'racine');
    const one = await reply(karim, root, 'un');
    const ears = await camille.connect();
    await remove(karim, one);
    expect(
      await ears.next('updateThread', ({ threadId, replies }) => threadId === root._id && replies === 0),
    ).toMatchObject({ threadId: root._id, people: [] });
    expect(await pageOf(camille, channel)).toEqual([root]);
    expect((await threadOf(karim, root)).root).toEqual(root);
    expect((await karim.ok(api.threads.states, { query: { ids: root._id } })).threads).toEqual([]);
    expect((await karim.ok(api.threads.list, { query: { filter: 'followed' } })).threads).not.toContainEqual(
      expect.objectContaining({ thread: expect.objectContaining({ threadId: root._id }) }),
    );
    const { deleted } = await camille.ok(api.messages.changes, { query: { threadId: root._id, after: 1 } });
    expect(deleted).toEqual([one._id]);
    const two = await reply(yann, root, 'deux');
    expect(two.position).toBe(3);
    expect((await threadOf(karim, root)).thread).toMatchObject({ replies: 1, following: false });
  });

  it('of a root without replies leaves no thread: it is not read, followed or answered any more', async () => {
    const root = await post(camille, await team.channel('sans suite'), 'à retirer');
    const params = { id: root._id };
    await threadOf(karim, root);
    await remove(camille, root);
    for (const { status } of [
      await karim.call(api.threads.one, { params }),
      await karim.call(api.threads.follow, { params, body: { following: true } }),
      await karim.call(api.messages.send, { body: { threadOf: root._id, content: 'trop tard' } }),
    ])
      expect(status).toBe(404);
  });

  it('of a root with replies leaves it without content above them, until the last of them goes', async () => {
    const channel = await team.channel('racine');
    const root = await post(camille, channel, 'à retirer');
    const said = await reply(karim, root, 'reste');
    const ears = await yann.connect();
    await remove(camille, root);
    const event = await ears.next('deleteMessage', ({ _id }) => _id === root._id);
    expect(event).toMatchObject({ channelId: channel._id, kept: true, seq: 2 });
    const [kept] = await pageOf(yann, channel);
    expect(kept).toMatchObject({ _id: root._id, deleted: true, content: '', thread: { replies: 1 } });
    const around = await yann.ok(api.messages.page, { query: { channelId: channel._id, around: root._id } });
    expect(around.messages).toEqual([kept]);
    const changes = await yann.ok(api.messages.changes, { query: { channelId: channel._id, after: 1 } });
    expect([contents(changes.messages), changes.deleted]).toEqual([[''], []]);
    expect((await threadOf(yann, root)).root).toMatchObject({ deleted: true, content: '' });
    expect((await yann.call(api.messages.one, { params: { id: root._id } })).status).toBe(404);
    await reply(yann, root, 'encore');
    await remove(karim, said);
    const rest = (await threadOf(yann, root)).messages;
    await remove(yann, rest[0] as Message);
    const last = await ears.next('deleteMessage', ({ _id, kept }) => _id === root._id && !kept);
    expect(last).toEqual({ _id: root._id, channelId: channel._id, conversationId: null, seq: 3 });
    // A page that was disconnected learns of the deletion from the changes since.
    const since = await yann.ok(api.messages.changes, { query: { channelId: channel._id, after: 2 } });
    expect([since.messages, since.deleted, since.seq]).toEqual([[], [root._id], 3]);
    expect(await pageOf(yann, channel)).toEqual([]);
    expect((await yann.call(api.threads.one, { params: { id: root._id } })).status).toBe(404);
  });

  it('of a root with replies takes its files, reactions, pin, quote and call away', async () => {
    const channel = await team.channel('vidée');
    const { _id: replyTo } = await post(karim, channel, 'question');
    const { message: root } = await camille.ok(api.messages.send, {
      body: { channelId: channel._id, content: '<@everyone> voici', replyTo },
      files: [{ bytes: Buffer.from('Le devis'), name: 'devis.txt' }],
    });
    const params = { id: root._id };
    await karim.ok(api.reactions.add, { params, body: { reaction: '👍' } });
    await karim.ok(api.pins.pin, { params });
    await reply(karim, root, 'reste');
    await remove(camille, root);
    for (const kept of [(await pageOf(yann, channel)).at(-1), (await threadOf(yann, root)).root]) {
      expect(kept).toMatchObject({ deleted: true, content: '', fileAttachments: [], reactions: [], pinned: false });
      for (const name of ['replyTo', 'mentionsEveryone']) expect(kept).not.toHaveProperty(name);
    }
  });

  it('of the channel takes its threads along', async () => {
    const channel = await team.channel('effacé');
    const root = await post(camille, channel, 'racine');
    const said = await reply(karim, root, 'un');
    await camille.ok(api.channels.remove, { params: { id: channel._id } });
    for (const id of [root._id, said._id]) {
      expect((await karim.call(api.threads.one, { params: { id } })).status).toBe(404);
      expect((await karim.call(api.messages.one, { params: { id } })).status).toBe(404);
    }
    expect((await karim.call(api.messages.page, { query: { threadId: root._id } })).status).toBe(404);
  });
});

describe('a thread', () => {
  it('is read and written in as a thread alone: its id names no channel', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await reply(karim, root, 'un');
    expect((await karim.call(api.messages.ofChannel, { params: { id: root._id } })).status).toBe(404);
    const body = { channelId: root._id, content: 'deux' };
    expect((await karim.call(api.messages.send, { body })).body.code).toBe('not_found');
    expect((await karim.ok(api.messages.page, { query: { threadId: root._id } })).messages).toHaveLength(1);
  });

  it('holds 10,000 replies at most', async () => {
    const root = await post(camille, await team.channel('plein'), 'racine');
    const first = await reply(karim, root, 'un');
    await palabre.services.database.pool.query(
      `WITH counted AS (UPDATE places SET seq = 9999 WHERE id = $1)
      INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
      SELECT gen_random_uuid(), $1, n, n, $2, 'réponse ' || n, now() FROM generate_series(2, 9999) AS n`,
      [root._id, karim.id],
    );
    // Two replies are judged at once while the thread is locked: one of them is the last allowed.
    const holder = await holdPlace(palabre, root._id);
    const [posting, storing] = [vi.spyOn(palabre.services.posts, 'post'), vi.spyOn(pg.Client.prototype, 'query')];
    const tries = () =>
      storing.mock.calls.filter(([asked]) => (asked as { name?: string } | null)?.name === 'posts-insert-replying')
        .length;
    const last = { threadOf: root._id, channelId: root.channelId, content: 'la dernière' };
    const both = [yann, karim].map(person => person.call(api.messages.send, { body: last }));
    await vi.waitUntil(() => posting.mock.calls.length === 2);
    const before = tries();
    await vi.waitUntil(() => tries() > before + 1);
    vi.restoreAllMocks();
    await holder.query('COMMIT');
    const answers = (await Promise.all(both)).map(({ status, body }) => body.code ?? String(status));
    expect(answers.toSorted()).toEqual(['201', 'thread_full']);
    const one = { threadOf: root._id, content: 'de trop' };
    expect(await yann.call(api.messages.send, { body: one })).toMatchObject({
      status: 409,
      body: { code: 'thread_full' },
    });
    expect((await threadOf(camille, root)).thread).toMatchObject({ replies: 10_000, unread: 100 });
    await remove(karim, first);
    expect((await yann.call(api.messages.send, { body: one })).status).toBe(201);
  });

  it('is never without its root, nor a deleted root without replies, whoever comes first', async () => {
    const channel = await team.channel('course');
    for (let round = 0; round < 8; round += 1) {
      const root = await post(camille, channel, `racine ${round}`);
      const before = round % 2 ? [await reply(karim, root, 'avant')] : [];
      const answers = await Promise.all([
        camille.call(api.messages.remove, { params: { id: root._id } }),
        ...[karim, yann, karim].map(person =>
          person.call(api.messages.send, { body: { threadOf: root._id, content: 'en même temps' } }),
        ),
        ...before.map(({ _id: id }) => karim.call(api.messages.remove, { params: { id } })),
      ]);
      const said = answers.filter(({ status }) => status === 201).length;
      expect(answers.map(({ status }) => status).every(status => [200, 201, 404].includes(status))).toBe(true);
      const { status, body } = await yann.call(api.threads.one, { params: { id: root._id } });
      expect([round, status]).toEqual([round, said > 0 ? 200 : 404]);
      if (status === 200) expect([body.root.deleted, body.messages.length]).toEqual([true, said]);
      expect((await pageOf(yann, channel)).some(({ _id }) => _id === root._id)).toBe(said > 0);
    }
  });
});

describe('a right lost', () => {
  it('with a group or a workspace that one left ends what is told of a thread that one followed', async () => {
    const [group, other] = [await talk(camille, karim, yann), await gather(camille, karim)];
    const roots = [await write(camille, group, 'racine'), await post(camille, other.welcome, 'racine')];
    for (const root of roots) await reply(karim, root, 'un');
    await karim.ok(api.conversations.leave, { params: { id: group._id } });
    await karim.ok(api.workspaces.leave, { params: other.params });
    const [ears, others] = [await karim.connect(), await camille.connect()];
    const isTold = ({ threadId, seq }: { threadId: string; seq: number }) =>
      roots.some(({ _id }) => _id === threadId) && seq === 2;
    for (const root of roots) {
      await reply(camille, root, 'deux');
      await others.next('updateThread', isTold);
    }
    await ears.none('updateThread', isTold);
    expect(others.all('updateThread', isTold)).toHaveLength(2);
  });

  it('takes the thread along at once, and given back brings it back', async () => {
    const channel: Channel = await team.channel('ouvert');
    const root = await post(camille, channel, 'racine');
    await reply(karim, root, 'un');
    await reply(camille, root, 'deux');
    const [ears, others] = [await karim.connect(), await camille.connect()];
    const see = async () => [
      (await karim.call(api.threads.one, { params: { id: root._id } })).status,
      (await karim.call(api.messages.page, { query: { threadId: root._id } })).status,
      (await karim.ok(api.threads.list, { query: { filter: 'unread' } })).threads.some(
        ({ thread }) => thread.threadId === root._id,
      ),
      (await karim.ok(api.unread.list)).threads.some(({ threadId }) => threadId === root._id),
      (await karim.ok(api.threads.states, { query: { ids: root._id } })).threads.length,
    ];
    expect(await see()).toEqual([200, 200, true, true, 1]);
    const params = { id: channel._id };
    await camille.ok(api.channels.update, { params, body: { visibility: 'private' } });
    expect(await see()).toEqual([404, 404, false, false, 0]);
    const secret = await reply(camille, root, 'entre nous');
    await others.next('updateThread', ({ threadId, seq }) => threadId === root._id && seq > 2);
    await ears.settled();
    expect(ears.all('newMessage').some(({ _id }) => _id === secret._id)).toBe(false);
    expect(ears.all('updateThread').some(({ threadId, seq }) => threadId === root._id && seq > 2)).toBe(false);
    await camille.ok(api.channels.update, { params, body: { visibility: 'public' } });
    expect(await see()).toEqual([200, 200, true, true, 1]);
  });
});
