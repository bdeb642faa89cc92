import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import type { ThreadFilter } from '@palabre/common/contract/messages/threads.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { post } from '../../../test/people/world.ts';

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

const stateOf = async (person: Person, { _id: id }: { _id: string }) =>
  (await person.ok(api.threads.one, { params: { id } })).thread;
const follow = (person: Person, { _id: id }: { _id: string }, following = true) =>
  person.call(api.threads.follow, { params: { id }, body: { following } });
const listed = async (person: Person, filter: ThreadFilter) =>
  (await person.ok(api.threads.list, { query: { filter } })).threads.map(({ thread }) => thread.threadId);
const waiting = async (person: Person) => (await person.ok(api.unread.list)).threads;
const begin = async (title: string, text = 'racine') => {
  const channel = await team.channel(title);
  return { channel, root: await post(camille, channel, text) };
};

describe('a thread', () => {
  it('is followed by its root’s author, by who writes, by who is named or answered, and by nobody else', async () => {
    const { root } = await begin('qui suit');
    const [ines, role] = [await palabre.register(), await team.role({ users: [yann.id] })];
    await ines.ok(api.workspaces.join, { params: team.params });
    const said = await reply(karim, root, 'un');
    await reply(camille, root, `<@&${role._id}> <@everyone>`);
    const following = async () =>
      Promise.all([camille, karim, yann, ines].map(async person => (await stateOf(person, root)).following));
    expect(await following()).toEqual([true, true, false, false]);
    await reply(camille, root, `<@${yann.id}> ?`);
    expect(await following()).toEqual([true, true, true, false]);
    await follow(karim, root, false);
    expect(await following()).toEqual([true, false, true, false]);
    await reply(camille, root, 'encore');
    expect(await following()).toEqual([true, false, true, false]);
    await reply(camille, root, 'réponds', { replyTo: said._id });
    expect(await following()).toEqual([true, true, true, false]);
    await follow(yann, root, false);
    await reply(yann, root, 'moi');
    expect(await following()).toEqual([true, true, true, false]);
    const plain = await reply(camille, root, 'sans nom');
    await camille.ok(api.messages.edit, { params: { id: plain._id }, body: { content: `<@${ines.id}>` } });
    expect(await following()).toEqual([true, true, true, true]);
  });

  it('is followed and left on all devices of a person, and only while it has replies', async () => {
    const { root } = await begin('appareils');
    expect(await follow(yann, root)).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
    const only = await reply(karim, root, 'un');
    const [phone, other] = [await (await yann.elsewhere()).connect(), await karim.connect()];
    expect((await follow(yann, root)).body.thread).toMatchObject({ following: true, unread: 1 });
    const mine = ({ threadId, following }: { threadId: string; following: boolean }) =>
      threadId === root._id && following;
    expect(await phone.next('updateThread', mine)).toMatchObject({ unread: 1 });
    // The thread is told once more, by the following second: a state read before may have been on its way.
    expect(await phone.next('updateThread', mine)).toMatchObject({ unread: 1 });
    await other.none('updateThread', ({ threadId, unread }) => threadId === root._id && unread > 0);
    expect((await follow(yann, root, false)).body.thread).toMatchObject({ following: false, unread: 0 });
    for (const filter of ['followed', 'unread'] as const) expect(await listed(yann, filter)).not.toContain(root._id);
    // A person who has left the thread loses their read position; the thread stays in its author's own list.
    await follow(yann, root);
    await yann.ok(api.unread.mark, { body: { threadId: root._id, position: only.position } });
    expect((await follow(yann, root, false)).body.thread).toMatchObject({ following: false, read: 0 });
    await follow(camille, root, false);
    expect(await listed(camille, 'mine')).toContain(root._id);
    await karim.ok(api.messages.remove, { params: { id: only._id } });
    expect(await follow(yann, root)).toMatchObject({ status: 404, body: { code: 'message_not_found' } });
  });

  it('that ends while somebody begins to follow it is not followed', async () => {
    const { root } = await begin('fin');
    await reply(karim, root, 'un');
    const holder = await holdLock(palabre, 'UPDATE places SET live = false WHERE id = $1', [root._id]);
    const statuses: number[] = [];
    void follow(yann, root).then(({ status }) => statuses.push(status));
    await vi.waitUntil(async () => statuses.length > 0 || (await countLockWaits(palabre)) > 0);
    await holder.query('COMMIT');
    await expect.poll(() => statuses).toEqual([404]);
  });

  it('with unread replies is in the list and in what is unread, and not in the channel', async () => {
    const { root, channel } = await begin('non lu');
    const one = await reply(karim, root, 'un');
    await reply(camille, root, 'deux');
    await reply(karim, root, `trois <@${camille.id}>`);
    expect(await listed(camille, 'unread')).toContain(root._id);
    expect(await listed(karim, 'unread')).toContain(root._id);
    expect(await listed(yann, 'unread')).not.toContain(root._id);
    const parent = { channelId: channel._id, conversationId: null };
    expect((await waiting(camille)).find(({ threadId }) => threadId === root._id)).toEqual({
      ...{ channelId: null, conversationId: null, threadId: root._id, parent, workspaceId: team.id },
      ...{
        seq: 3,
        read: 0,
        first: { _id: one._id, position: 1 },
        messages: 2,
        mentions: 1,
        level: 'all',
        muted: false,
      },
    });
    const place = await camille.ok(api.unread.one, { query: { channelId: channel._id } });
    expect(place.unread).toMatchObject({ first: null, mentions: 0, messages: 0 });
    const ears = await camille.connect();
    const { unread } = await camille.ok(api.unread.mark, { body: { threadId: root._id, position: 3 } });
    expect(unread).toMatchObject({ threadId: root._id, read: 3, first: null, messages: 0, mentions: 0 });
    expect(await ears.next('updateUnread', ({ threadId }) => threadId === root._id)).toEqual(unread);
    expect((await waiting(camille)).some(({ threadId }) => threadId === root._id)).toBe(false);
    expect(await listed(camille, 'unread')).not.toContain(root._id);
    expect(await stateOf(camille, root)).toMatchObject({ unread: 0, following: true });
  });

  it('has the level of its channel: it has none of its own', async () => {
    const { root, channel } = await begin('niveau');
    await reply(karim, root, `<@${yann.id}>`);
    const body = { threadId: root._id, level: 'nothing' as const };
    expect((await yann.call(api.unread.setLevel, { body })).status).toBe(404);
    await yann.ok(api.unread.setLevel, { body: { channelId: channel._id, level: 'nothing' } });
    const { unread } = await yann.ok(api.unread.one, { query: { threadId: root._id } });
    expect(unread).toMatchObject({ level: 'nothing', mentions: 1 });
    const [his, hers] = [await yann.connect(), await camille.connect()];
    const { _id } = await reply(karim, root, `<@${yann.id}> <@${camille.id}>`);
    await hers.next('newNotification', one => one._id === _id);
    await his.none('newNotification', one => one._id === _id);
    expect(
      (await yann.ok(api.notifications.list)).notifications.some(({ about }) => about?.threadId === root._id),
    ).toBe(false);
  });
});

describe('threads marked as read', () => {
  it('are those followed before, of a person who comes back', async () => {
    const { root } = await begin('retour');
    const ines = await palabre.register();
    await ines.ok(api.workspaces.join, { params: team.params });
    await reply(ines, root, 'je pars');
    await ines.ok(api.workspaces.leave, { params: team.params });
    await reply(karim, root, 'elle est partie');
    await ines.ok(api.workspaces.join, { params: team.params });
    expect(await waiting(ines)).toEqual([]);
    await reply(karim, root, 'la revoilà');
    expect(await waiting(ines)).toMatchObject([{ threadId: root._id, messages: 1 }]);
  });

  it('are those of a channel with the channel, those of a place alone, or all, which can be undone', async () => {
    const [one, two] = [await begin('lu un'), await begin('lu deux')];
    const group = await talk(camille, karim);
    const there = await write(camille, group, 'racine');
    for (const root of [one.root, two.root, there]) await reply(karim, root, 'réponse');
    const left = async () => {
      const roots = [one.root, two.root, there].map(({ _id }) => _id);
      return (await waiting(camille))
        .map(({ threadId }) => threadId as string)
        .filter(id => roots.includes(id))
        .sort();
    };
    const all = await left();
    expect(all).toHaveLength(3);
    const ears = await camille.connect();
    const channelId = one.channel._id;
    await camille.ok(api.unread.mark, { body: { channelId, position: 1 } });
    expect(await left()).toEqual(all);
    await camille.ok(api.unread.mark, { body: { channelId, position: 1, threads: true } });
    expect(await ears.next('readThreads')).toEqual({ _id: camille.id, channelId, conversationId: null });
    expect(await left()).toEqual([two.root._id, there._id].sort());
    // A thread has none of its own.
    await camille.ok(api.unread.mark, { body: { threadId: two.root._id, position: 0, threads: true } });
    expect(await left()).toEqual([two.root._id, there._id].sort());
    const twoPlaces = { body: { channelId, conversationId: group._id } };
    expect((await camille.call(api.threads.read, twoPlaces)).body.code).toBe('one_place');
    await camille.ok(api.threads.read, { body: { conversationId: group._id } });
    expect(await left()).toEqual([two.root._id]);
    const { undo } = await camille.ok(api.unread.markAll);
    expect(await left()).toEqual([]);
    await camille.ok(api.unread.undoMarkAll, { body: { undo: undo as string } });
    expect(await left()).toEqual([two.root._id]);
    expect((await camille.ok(api.threads.read)).message).toBe('Les fils sont lus.');
    expect(await left()).toEqual([]);
    expect(
      await ears.next('readThreads', event => event.channelId === null && event.conversationId === null),
    ).toBeTruthy();
  });
});

describe('a mention in a reply', () => {
  it('is in the inbox with the thread, counts, and is marked there by itself', async () => {
    const { root, channel } = await begin('mention');
    const ears = await yann.connect();
    const said = await reply(karim, root, `<@${yann.id}> regarde`);
    const link = `/workspace/${team.id}/channel/${channel._id}?message=${said._id}&thread=${root._id}`;
    const told = await ears.next('newNotification', ({ _id }) => _id === said._id);
    expect(told).toMatchObject({ type: 'mention', link, isRead: false });
    expect(told.about).toMatchObject({
      threadId: root._id,
      channelId: null,
      parent: { channelId: channel._id },
      position: 1,
    });
    const inInbox = async () =>
      (await yann.ok(api.notifications.list)).notifications.find(({ _id }) => _id === said._id);
    expect(await inInbox()).toEqual(told);
    const mentions = async () => (await yann.ok(api.unread.one, { query: { threadId: root._id } })).unread.mentions;
    expect(await mentions()).toBe(1);
    await yann.ok(api.notifications.mark, { params: { id: said._id } });
    expect([(await inInbox())?.isRead, await mentions()]).toEqual([true, 0]);
    await yann.ok(api.notifications.mark, { params: { id: said._id }, body: { isRead: false } });
    expect([(await inInbox())?.isRead, await mentions()]).toEqual([false, 1]);
    await yann.ok(api.threads.read, { body: { channelId: channel._id } });
    expect([(await inInbox())?.isRead, await mentions()]).toEqual([true, 0]);
    // Marked as unread once it is read, it stays unread whatever other people read and whatever else its person does.
    await yann.ok(api.notifications.mark, { params: { id: said._id }, body: { isRead: false } });
    await camille.ok(api.unread.mark, { body: { threadId: root._id, position: said.position } });
    await camille.ok(api.threads.read);
    await camille.ok(api.unread.markAll);
    await yann.ok(api.unread.mark, { body: { channelId: channel._id, position: root.position } });
    expect([(await inInbox())?.isRead, await mentions()]).toEqual([false, 1]);
    await yann.ok(api.threads.read);
    expect([(await inInbox())?.isRead, await mentions()]).toEqual([true, 0]);
  });

  it('in a conversation is told to whom it names, with its thread', async () => {
    const group = await talk(camille, karim, yann);
    const root = await write(camille, group, 'racine');
    const [his, hers] = [await yann.connect(), await camille.connect()];
    const { _id } = await reply(karim, root, `<@${yann.id}> ?`);
    const told = await his.next('newNotification', one => one._id === _id);
    const parent = { channelId: null, conversationId: group._id };
    expect(told).toMatchObject({ type: 'mention', about: { conversationId: null, threadId: root._id, parent } });
    expect((await yann.ok(api.notifications.list)).notifications).toContainEqual(told);
    await hers.none('newNotification', one => one._id === _id);
  });

  it('that its channel shows too calls in the thread alone, after an edit too', async () => {
    const { root, channel } = await begin('deux fois');
    const said = await reply(karim, root, 'regarde', { alsoInPlace: true });
    await karim.ok(api.messages.edit, { params: { id: said._id }, body: { content: `<@${yann.id}> regarde` } });
    const mentionsIn = async (query: { threadId: string } | { channelId: string }) =>
      (await yann.ok(api.unread.one, { query })).unread.mentions;
    expect([await mentionsIn({ threadId: root._id }), await mentionsIn({ channelId: channel._id })]).toEqual([1, 0]);
    // An edit of the copy in the channel changes the reply's mentions too.
    await karim.ok(api.messages.edit, { params: { id: said.copyId ?? '' }, body: { content: 'regardez' } });
    expect([await mentionsIn({ threadId: root._id }), await mentionsIn({ channelId: channel._id })]).toEqual([0, 0]);
  });

  it('that an edit makes is told to who has read its channel, and not to who has read the reply', async () => {
    const { root, channel } = await begin('mention après coup');
    const said = await reply(karim, root, 'regarde');
    await yann.ok(api.unread.mark, { body: { channelId: channel._id, position: root.position } });
    await camille.ok(api.unread.mark, { body: { threadId: root._id, position: said.position } });
    const [his, hers] = [await yann.connect(), await camille.connect()];
    const content = `<@${yann.id}> <@${camille.id}> regarde`;
    await karim.ok(api.messages.edit, { params: { id: said._id }, body: { content } });
    expect(await his.next('newNotification', ({ _id }) => _id === said._id)).toMatchObject({ type: 'mention' });
    await hers.none('newNotification', ({ _id }) => _id === said._id);
  });

  it('of a role or of everyone counts for people who do not follow the thread, of everyone only for who was there', async () => {
    const { root } = await begin('tous');
    const role = await team.role({ users: [yann.id] });
    await reply(camille, root, `<@&${role._id}>`);
    await reply(camille, root, '<@everyone>');
    const late = await palabre.register();
    await late.ok(api.workspaces.join, { params: team.params });
    const of = async (person: Person) => (await waiting(person)).find(({ threadId }) => threadId === root._id);
    expect(await of(yann)).toMatchObject({ messages: 0, mentions: 2 });
    expect(await of(karim)).toMatchObject({ messages: 0, mentions: 1 });
    expect(await of(late)).toBeUndefined();
    expect((await late.ok(api.notifications.list)).notifications).toEqual([]);
    expect(await listed(yann, 'unread')).not.toContain(root._id);
    // In a conversation, « everyone » is its members.
    const there = await write(camille, await talk(camille, karim, yann), 'racine');
    await reply(camille, there, '<@everyone>');
    expect((await waiting(karim)).find(({ threadId }) => threadId === there._id)).toMatchObject({
      messages: 0,
      mentions: 1,
    });
    // A person who may not call everyone may not by an edit either.
    const { _id: id } = await reply(karim, root, 'ici');
    const { message } = await karim.ok(api.messages.edit, { params: { id }, body: { content: '<@everyone> ici' } });
    expect(message).not.toHaveProperty('mentionsEveryone');
  });
});

describe('lists of threads', () => {
  it('name a group by its title, and show no deleted reply', async () => {
    const group = await talk(camille, karim, yann);
    await camille.ok(api.conversations.rename, { params: { id: group._id }, body: { title: 'Toiture' } });
    const root = await write(camille, group, 'racine');
    const [first, second] = [await reply(karim, root, 'un'), await reply(karim, root, 'deux')];
    await karim.ok(api.messages.remove, { params: { id: second._id } });
    const [latest] = (await camille.ok(api.threads.list, { query: { filter: 'followed' } })).threads;
    expect(latest).toMatchObject({ title: 'Toiture', root: { _id: root._id }, last: [{ _id: first._id }] });
  });

  it('go from the last replied to on, by pages, with the last replies of each', async () => {
    const [reader, channel] = [await palabre.register(), await team.channel('liste')];
    await reader.ok(api.workspaces.join, { params: team.params });
    const roots: Message[] = [];
    for (let n = 0; n < 23; n += 1) {
      const root = await post(n % 2 ? reader : camille, channel, `racine ${n}`);
      for (let i = 0; i < 4; i += 1) await reply(n % 2 ? karim : reader, root, `réponse ${i}`);
      roots.unshift(root);
    }
    const bothPages = async () => {
      const first = await reader.ok(api.threads.list, { query: { filter: 'followed' } });
      const rest = await reader.ok(api.threads.list, {
        query: { filter: 'followed', cursor: first.nextCursor as string },
      });
      expect([first.threads.length, rest.threads.length, rest.nextCursor]).toEqual([20, 3, null]);
      return [...first.threads, ...rest.threads];
    };
    const all = await bothPages();
    expect(all.map(({ root }) => root.content)).toEqual(roots.map(({ content }) => content));
    expect(all[0]).toMatchObject({ title: 'liste', root: { thread: { replies: 4 } }, thread: { following: true } });
    expect(all[0]?.last.map(({ content }) => content)).toEqual(['réponse 1', 'réponse 2', 'réponse 3']);
    expect(await listed(reader, 'mine')).toEqual(roots.filter((_, i) => i % 2 === 1).map(({ _id }) => _id));
    expect(await listed(reader, 'unread')).toEqual(await listed(reader, 'mine'));
    // A reply brings its thread to the top, and a deleted one no longer does.
    const [latest, oldest] = [roots[0] as Message, roots.at(-1) as Message];
    const { _id: again } = await reply(karim, oldest, 'de retour');
    expect((await listed(reader, 'followed'))[0]).toBe(oldest._id);
    await karim.ok(api.messages.remove, { params: { id: again } });
    expect((await listed(reader, 'followed'))[0]).toBe(latest._id);
    const ids = roots.slice(0, 3).map(({ _id }) => _id);
    const { threads } = await reader.ok(api.threads.states, { query: { ids: [...ids, channel._id, 'abc'].join() } });
    expect(threads.map(({ threadId }) => threadId).sort()).toEqual([...ids].sort());
    for (const cursor of ['x', Buffer.from(JSON.stringify(['hier', reader.id])).toString('base64url')])
      expect((await reader.call(api.threads.list, { query: { cursor } })).body.code).toBe('invalid_cursor');
    // Threads of the same time are ordered by id: none is left out between two pages.
    await palabre.services.database.pool.query('UPDATE messages SET created_at = now() WHERE place_id = ANY($1)', [
      roots.map(({ _id }) => _id),
    ]);
    const alike = (await bothPages()).map(({ thread }) => thread.threadId);
    expect(alike).toEqual(
      roots
        .map(({ _id }) => _id)
        .toSorted()
        .toReversed(),
    );
  });
});
