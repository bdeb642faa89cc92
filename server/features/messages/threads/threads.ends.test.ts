import { api } from '@palabre/common/contract/index.ts';
import { expect, it, vi } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';

/** Tests the threads and channels beside a thread that ends, or that gets a reply: nothing of them changes. */

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

const threadOf = (person: Person, { _id: id }: { _id: string }) => person.call(api.threads.one, { params: { id } });
const remove = (person: Person, { _id: id }: { _id: string }) => person.ok(api.messages.remove, { params: { id } });

it('A root whose thread has lost its last reply goes whole when it is deleted, and other threads keep their people', async () => {
  const channel = await team.channel('sans suite');
  const [root, other] = [await post(camille, channel, 'racine'), await post(camille, channel, 'autre racine')];
  await reply(karim, other, 'reste');
  await remove(karim, await reply(karim, root, 'retirée'));
  expect((await threadOf(karim, other)).body.thread.following).toBe(true);
  const ears = await yann.connect();
  await remove(camille, root);
  const event = await ears.next('deleteMessage', ({ _id }) => _id === root._id);
  expect(event).toEqual({ _id: root._id, channelId: channel._id, conversationId: null, seq: 3 });
  const { messages } = await yann.ok(api.messages.page, { query: { channelId: channel._id } });
  expect(messages.map(({ _id }) => _id)).toEqual([other._id]);
  expect((await threadOf(karim, root)).status).toBe(404);
});

it('A post that is stored together with a reply makes nobody follow its channel, nor does a reply that its channel shows too', async () => {
  const channel = await team.channel('ensemble');
  const root = await post(camille, channel, 'racine');
  await reply(camille, root, 'un', { alsoInPlace: true });
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const posting = vi.spyOn(palabre.services.posts, 'post');
  const stored: string[] = [];
  const storing = vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const { name = '' } = args[0] as { name?: string };
    if (name.startsWith('posts-insert') && stored.push(name) === 1)
      await vi.waitUntil(() => posting.mock.calls.length === 3);
    return really(...args);
  }) as never);
  const first = post(camille, channel, 'avant');
  await vi.waitUntil(() => stored.length === 1);
  // Both wait for the first, and are stored in one statement.
  await Promise.all([first, reply(camille, root, 'deux'), post(karim, channel, `<@${yann.id}> regarde`)]);
  for (const spy of [posting, storing]) spy.mockRestore();
  expect(stored).toEqual(['posts-insert', 'posts-insert-replying']);
  await post(karim, channel, 'encore');
  for (const person of [camille, karim, yann]) {
    const { threads } = await person.ok(api.unread.list);
    expect(threads.map(({ threadId }) => threadId)).not.toContain(channel._id);
    const { thread } = (await threadOf(person, root)).body;
    expect([person.user.firstName, thread.following]).toEqual([person.user.firstName, person === camille]);
  }
});
