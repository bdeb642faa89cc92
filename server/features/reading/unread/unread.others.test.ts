import { api } from '@palabre/common/contract/index.ts';
import type { Unread } from '@palabre/common/contract/reading/unread.ts';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { talk, write } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests that what concerns other messages, places, people and times changes nothing of what is unread. */

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

type Where = { channelId: string } | { conversationId: string } | { threadId: string };

const unreadOf = async (person: Person, query: Where): Promise<Unread> =>
  (await person.ok(api.unread.one, { query })).unread;
const places = async (person: Person) => (await person.ok(api.unread.list)).unread;
const threads = async (person: Person) => (await person.ok(api.unread.list)).threads.map(({ threadId }) => threadId);
const mark = (person: Person, where: Where, position: number) =>
  person.ok(api.unread.mark, { body: { ...where, position } });
const remove = (person: Person, { _id: id }: { _id: string }) => person.ok(api.messages.remove, { params: { id } });

describe('counts of a place', () => {
  it('take a message that calls its reader several ways once, and neither the reader’s own, deleted ones, nor calls of a role of another workspace', async () => {
    const [channel, group] = [await team.channel('comptes'), await talk(camille, karim, yann)];
    const role = await team.role({ users: [karim.id] });
    const foreign = await (await gather(camille, karim)).role({ users: [karim.id] });
    await post(camille, channel, `<@${karim.id}> <@&${role._id}> <@everyone>`);
    await post(camille, channel, `<@&${foreign._id}> ici`);
    await post(karim, channel, `<@${karim.id}> pour moi`);
    await remove(camille, await post(camille, channel, `<@${karim.id}> en trop`));
    expect(await unreadOf(karim, { channelId: channel._id })).toMatchObject({ mentions: 1 });
    await remove(camille, await write(camille, group, 'tout d’abord'));
    const first = await write(camille, group, 'un');
    await write(karim, group, 'deux');
    await remove(camille, await write(camille, group, 'en trop'));
    await write(yann, group, 'trois');
    const state = { first: { _id: first._id, position: first.position }, messages: 2 };
    expect(await unreadOf(karim, { conversationId: group._id })).toMatchObject(state);
  });

  it('keep a notification marked as unread by itself, in the list too, until its message calls no more or is deleted', async () => {
    const { _id: channelId } = await team.channel('gardées');
    const called = [];
    for (const text of ['un', 'deux']) called.push(await post(camille, { _id: channelId }, `<@${karim.id}> ${text}`));
    await mark(karim, { channelId }, 2);
    for (const { _id: id } of called)
      await karim.ok(api.notifications.mark, { params: { id }, body: { isRead: false } });
    const shown = async () => (await places(karim)).find(state => state.channelId === channelId);
    expect(await shown()).toMatchObject({ read: 2, first: null, mentions: 2 });
    const params = { id: called[0]?._id ?? '' };
    await camille.ok(api.messages.edit, { params, body: { content: 'Rien de plus' } });
    expect(await shown()).toMatchObject({ mentions: 1 });
    await remove(camille, called[1] ?? { _id: '' });
    expect(await shown()).toBeUndefined();
    expect(await unreadOf(karim, { channelId })).toMatchObject({ mentions: 0 });
  });
});

describe('a thread', () => {
  it('of a muted place calls by name alone', async () => {
    const channel = await team.channel('fil muet');
    const root = await post(camille, channel, 'racine');
    const role = await team.role({ users: [yann.id] });
    for (const call of ['<@everyone>', `<@&${role._id}>`, `<@${yann.id}>`]) await reply(camille, root, call);
    await yann.ok(api.unread.setLevel, { body: { channelId: channel._id, muted: true } });
    expect(await unreadOf(yann, { threadId: root._id })).toMatchObject({ muted: true, mentions: 1 });
  });

  it('is unread no more for who left it, is out of its conversation, or no longer sees its channel', async () => {
    const [channel, group] = [await team.channel('fil perdu'), await talk(camille, karim, yann)];
    const [left, shut] = [await post(karim, channel, 'quitté'), await post(karim, channel, 'fermé')];
    const there = await write(karim, group, 'ailleurs');
    for (const root of [left, shut, there]) await reply(camille, root, 'réponse');
    const roots = [left, shut, there].map(({ _id }) => _id);
    const waiting = async () => {
      const now = await threads(karim);
      return roots.filter(id => now.includes(id));
    };
    expect(await waiting()).toEqual(roots);
    await karim.ok(api.threads.follow, { params: { id: left._id }, body: { following: false } });
    expect(await unreadOf(karim, { threadId: left._id })).toMatchObject({ messages: 0 });
    expect(await waiting()).toEqual([shut._id, there._id]);
    await karim.ok(api.conversations.leave, { params: { id: group._id } });
    await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'private' } });
    expect(await waiting()).toEqual([]);
  });

  it('stays unread as its person joins another workspace', async () => {
    const root = await post(karim, team.welcome, 'toujours là');
    await reply(camille, root, 'réponse');
    await karim.ok(api.workspaces.join, { params: (await gather(camille)).params });
    expect(await threads(karim)).toContain(root._id);
  });
});

describe('everything marked as read, then undone', () => {
  it('changes nothing of what other people have read', async () => {
    const [half, further] = [await team.channel('à moitié'), await team.channel('plus loin')];
    for (const channel of [half, further]) await post(camille, channel, 'un');
    const { undo } = await karim.ok(api.unread.markAll);
    await mark(yann, { channelId: half._id }, 1);
    await mark(yann, { channelId: further._id }, 1);
    await post(camille, further, 'deux');
    await mark(karim, { channelId: further._id }, 2);
    await karim.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
    const read = async (person: Person, { _id: channelId }: { _id: string }) =>
      (await unreadOf(person, { channelId })).read;
    expect([await read(karim, half), await read(yann, half)]).toEqual([0, 1]);
    expect([await read(karim, further), await read(yann, further)]).toEqual([2, 1]);
  });

  it('gives back the notifications of the last time alone, and none of a channel deleted meanwhile', async () => {
    const [kept, doomed] = [await team.channel('reste'), await team.channel('disparaît')];
    const keepUnread = async (channel: { _id: string }) => {
      const { _id: id, position } = await post(camille, channel, `<@${yann.id}>`);
      await mark(yann, { channelId: channel._id }, position);
      await yann.ok(api.notifications.mark, { params: { id }, body: { isRead: false } });
    };
    await keepUnread(doomed);
    await yann.ok(api.unread.markAll);
    for (const channel of [kept, doomed]) await keepUnread(channel);
    const { undo } = await yann.ok(api.unread.markAll);
    await camille.ok(api.channels.remove, { params: { id: doomed._id } });
    await yann.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } });
    expect(await unreadOf(yann, { channelId: kept._id })).toMatchObject({ first: null, mentions: 1 });
  });
});

it('Reads of several people and places that come together go each to its own, and one that is not allowed is refused alone', async () => {
  const [one, other, hidden] = await Promise.all([
    team.channel('ensemble un'),
    team.channel('ensemble deux'),
    team.channel('ensemble caché', 'private'),
  ]);
  for (const channel of [one, other, hidden]) for (const text of ['un', 'deux']) await post(camille, channel, text);
  const ears = await Promise.all([karim, yann].map(person => person.connect()));
  const asked = [
    [yann, other, 2],
    [karim, other, 1],
    [karim, hidden, 2],
    [karim, one, 2],
    [yann, one, 1],
  ] as const;
  // Sent in one turn, so that the requests share a statement.
  const answers = await Promise.allSettled(
    asked.map(([{ id: userId }, { _id: placeId }, position]) =>
      palabre.services.readPointers.mark({ userId, placeId, position, back: false }),
    ),
  );
  expect(answers).toMatchObject([
    { value: { channelId: other._id, read: 2 } },
    { value: { channelId: other._id, read: 1 } },
    { reason: { code: 'not_found' } },
    { value: { channelId: one._id, read: 2 } },
    { value: { channelId: one._id, read: 1 } },
  ]);
  const told = await Promise.all(
    ears.map(async device => {
      await device.settled();
      return device.all('updateUnread').map(({ channelId, read }) => [channelId === one._id ? 'one' : 'other', read]);
    }),
  );
  expect(told.map(all => all.toSorted())).toEqual([
    [
      ['one', 2],
      ['other', 1],
    ],
    [
      ['one', 1],
      ['other', 2],
    ],
  ]);
});
