import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';

/** Tests the thread summaries under a page's messages, which are cached between pages. */

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

const begin = async (title: string) => {
  const channel = await team.channel(title);
  return { channel, root: await post(camille, channel, 'racine') };
};
const stateOn = async (person: Person, { _id: channelId }: { _id: string }) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages[0]?.thread;
const namesOn = async (person: Person, channel: { _id: string }) =>
  (await stateOn(person, channel))?.people.map(({ firstName }) => firstName);

describe('A page', () => {
  it('shows who replied by the names they have now, though nothing was said since', async () => {
    const { channel, root } = await begin('noms');
    await reply(yann, root);
    for (const _ of [1, 2]) await reply(karim, root);
    for (const _ of [1, 2]) expect(await namesOn(camille, channel)).toEqual(['Karim', 'Yann']);
    await yann.ok(api.accounts.update, { params: { id: yann.id }, body: { firstName: 'Yannick' } });
    for (const _ of [1, 2]) expect(await namesOn(camille, channel)).toEqual(['Karim', 'Yannick']);
    const picture = '/api/file/018f0000-0000-7000-8000-00000000beef/image.webp';
    await palabre.services.database.pool.query('UPDATE users SET avatar = $2 WHERE id = $1', [yann.id, picture]);
    for (const _ of [1, 2])
      expect((await stateOn(camille, channel))?.people.map(({ avatar }) => avatar)).toEqual([null, picture]);
    // The thread by itself shows them as the page does.
    const { threads } = await camille.ok(api.threads.states, { query: { ids: root._id } });
    expect(threads[0]?.people).toEqual((await stateOn(camille, channel))?.people);
    const leaving = await palabre.register({ firstName: 'Lucie' });
    await leaving.ok(api.workspaces.join, { params: team.params });
    await reply(leaving, root);
    expect(await namesOn(camille, channel)).toEqual(['Lucie', 'Karim', 'Yannick']);
    await leaving.ok(api.accounts.remove, { params: { id: leaving.id } });
    for (const _ of [1, 2])
      expect(await namesOn(camille, channel)).toEqual(['Utilisateur supprimé', 'Karim', 'Yannick']);
  });

  it('tells each person what the thread is to them, and a reply or a deletion from the next page on', async () => {
    const { channel, root } = await begin('chacun');
    const first = await reply(karim, root);
    for (const _ of [1, 2]) {
      expect(await stateOn(camille, channel)).toMatchObject({ replies: 1, unread: 1, following: true });
      expect(await stateOn(yann, channel)).toMatchObject({ replies: 1, unread: 0, following: false });
    }
    for (const following of [true, false]) {
      await yann.ok(api.threads.follow, { params: { id: root._id }, body: { following } });
      expect(await stateOn(yann, channel)).toMatchObject({ following, unread: following ? 1 : 0 });
    }
    const second = await reply(karim, root);
    expect(await stateOn(camille, channel)).toMatchObject({ replies: 2, unread: 2, lastAt: second.time });
    await camille.ok(api.unread.mark, { body: { threadId: root._id, position: first.position } });
    expect(await stateOn(camille, channel)).toMatchObject({ replies: 2, unread: 1 });
    const isListed = async () =>
      (await camille.ok(api.threads.list, { query: { filter: 'unread' } })).threads.some(
        ({ thread }) => thread.threadId === root._id,
      );
    expect(await isListed()).toBe(true);
    await karim.ok(api.messages.remove, { params: { id: second._id } });
    expect(await isListed()).toBe(false);
    expect(await stateOn(camille, channel)).toMatchObject({ replies: 1, unread: 0, lastAt: first.time });
    await karim.ok(api.messages.remove, { params: { id: first._id } });
    expect(await stateOn(camille, channel)).toBeUndefined();
  });

  it('is one statement once its threads are known, whatever their number, and reads no reply again', async () => {
    const { channel, root } = await begin('une requête');
    const roots = [root, ...(await Promise.all([1, 2, 3, 4].map(n => post(camille, channel, `racine ${n}`))))];
    for (const one of roots) await reply(karim, one);
    await stateOn(camille, channel);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await stateOn(camille, channel);
    const names = query.mock.calls.map(([asked]) => (asked as unknown as { name?: string }).name);
    query.mockRestore();
    expect(names).toContain('page-older');
    expect(names).not.toContain('thread-states');
  });

  it('has each message once with its thread, read together with other pages of its place', async () => {
    const { channel, root } = await begin('ensemble');
    const roots = [root, ...(await Promise.all([1, 2, 3, 4, 5].map(n => post(camille, channel, `racine ${n}`))))];
    for (const one of roots) await reply(karim, one);
    const limits = [6, 5, 4, 3, 2, 1];
    const pages = await Promise.all(
      limits.map(limit => camille.ok(api.messages.page, { query: { channelId: channel._id, limit } })),
    );
    const inOrder = roots.toSorted((a, b) => a.position - b.position).map(({ _id }) => [_id, 1]);
    expect(pages.map(({ messages }) => messages.map(({ _id, thread }) => [_id, thread?.replies]))).toEqual(
      limits.map(limit => inOrder.slice(-limit)),
    );
  });
});
