import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { jobsDone } from '../../../test/jobs-done.ts';
import { countLockWaits, holdPlace } from '../../../test/locks.ts';
import { reply, startRepliers } from '../../../test/people/repliers.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests replies in other features: search, links, auto-deletion. */

const dayMs = 24 * 60 * 60 * 1000;
let now = new Date();
const { palabre, camille, karim, yann } = await startRepliers({ now: () => now });
let team: Team;

beforeEach(async () => {
  now = new Date();
  team = await gather(camille, karim);
});

const search = async (person: Person, q: string) => (await person.ok(api.search.messages, { query: { q } })).results;

describe('a search', () => {
  it('finds replies, says their thread, and finds one shown twice once', async () => {
    const channel = await team.channel('charpente');
    const root = await post(camille, channel, 'racine');
    const said = await reply(karim, root, 'les chevrons zébrés', { alsoInPlace: true });
    await expect.poll(async () => (await search(camille, 'zébrés')).length).toBe(1);
    const [found] = await search(camille, 'zébrés dans:charpente de:karim');
    expect(found).toMatchObject({ workspaceId: team.id, message: { _id: said._id, threadId: root._id } });
    expect(found?.message.parent).toEqual({ channelId: channel._id, conversationId: null });
    expect(await search(yann, 'zébrés')).toEqual([]);
    await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'private' } });
    expect(await search(karim, 'zébrés')).toEqual([]);
    await camille.ok(api.messages.remove, { params: { id: said._id } });
    await expect.poll(async () => (await search(camille, 'zébrés')).length).toBe(0);
  });

  it('finds no deleted root', async () => {
    const root = await post(camille, team.welcome, 'parquet ondulé');
    await reply(karim, root, 'plinthe ondulée');
    await expect.poll(async () => (await search(karim, 'ondulé')).length).toBe(2);
    await camille.ok(api.messages.remove, { params: { id: root._id } });
    await expect.poll(async () => (await search(karim, 'ondulé')).length).toBe(1);
  });
});

it('A link to a reply says its thread, to people who may read it', async () => {
  const root = await post(camille, team.welcome, 'racine');
  const said = await reply(karim, root, 'à lire');
  const query = { ids: said._id };
  expect((await camille.ok(api.messages.linked, { query })).messages).toMatchObject([
    { _id: said._id, channelId: null, threadId: root._id, parent: { channelId: team.welcome._id }, title: 'général' },
  ]);
  expect((await yann.ok(api.messages.linked, { query })).messages).toEqual([]);
});

describe('auto-deletion', () => {
  const hourAfter = async (days: number) => {
    now = new Date(Date.now() + days * dayMs);
    await palabre.jobs.now('retention.sweep');
  };
  const state = async (root: Message) => {
    const { body, status } = await camille.call(api.threads.one, { params: { id: root._id } });
    return status === 200 ? [body.root.deleted ?? false, body.messages.length] : status;
  };
  /** Makes replies as old as so many days. */
  const age = (id: string, days: number) =>
    palabre.services.database.pool.query(
      `UPDATE messages SET created_at = now() - $2::int * interval '1 day' WHERE id = $1`,
      [id, days],
    );

  it('counts a reply as life of its channel, then takes replies, the root and the thread one by one', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await age(root._id, 10);
    // The copy of a reply in the channel goes with it.
    const one = await reply(karim, root, 'un');
    const two = await reply(karim, root, 'deux', { alsoInPlace: true });
    await age(one._id, 9);
    // It is no life of another channel.
    const calm = await team.channel('calme');
    await age((await post(camille, calm, 'ancien'))._id, 10);
    await hourAfter(6);
    await expect
      .poll(async () => (await camille.ok(api.messages.page, { query: { channelId: calm._id } })).messages)
      .toEqual([]);
    expect(await state(root)).toEqual([false, 2]);
    const ears = await karim.connect();
    await hourAfter(7.1);
    await expect.poll(() => state(root)).toEqual([true, 1]);
    expect(await ears.next('deleteMessage', ({ _id }) => _id === root._id)).toMatchObject({ kept: true });
    const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
    expect(messages).toMatchObject([{ _id: root._id, deleted: true }]);
    await age(two._id, 0);
    await hourAfter(7.2);
    await expect.poll(() => state(root)).toEqual(404);
    expect((await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } })).messages).toEqual([]);
  });

  it('leaves a reply in its channel while the reply is not the last of its thread', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await reply(karim, root, 'un', { alsoInPlace: true });
    await reply(karim, root, 'deux');
    await hourAfter(7.1);
    await jobsDone(palabre, 'retention.sweep');
    expect(await state(root)).toEqual([false, 1]);
    const { messages } = await camille.ok(api.messages.page, { query: { channelId: team.welcome._id } });
    expect(messages.map(({ content }) => content)).toEqual(['racine', 'un']);
  });

  it('goes on to the other threads when a reply is deleted meanwhile', async () => {
    const roots = [await post(camille, team.welcome, 'racine'), await post(camille, team.welcome, 'autre racine')];
    const [gone, other] = [await reply(karim, roots[0] as Message), await reply(karim, roots[1] as Message)];
    const holder = await holdPlace(palabre, team.welcome._id);
    const swept = hourAfter(8);
    await expect.poll(() => countLockWaits(palabre)).toBe(1);
    await holder.query('UPDATE messages SET deleted_at = now() WHERE id = $1', [gone?._id]);
    await holder.query('COMMIT');
    await swept;
    await expect
      .poll(async () => (await karim.call(api.messages.one, { params: { id: other?._id ?? '' } })).status)
      .toBe(404);
  });

  it('leaves replies of a workspace that keeps its messages', async () => {
    await camille.ok(api.workspaces.update, { params: team.params, body: { autoDelete: false } });
    const root = await post(camille, team.welcome, 'racine');
    await reply(karim, root, 'reste');
    const witness = await post(yann, (await gather(yann)).welcome, 'témoin');
    await hourAfter(100);
    await expect
      .poll(async () => (await yann.call(api.messages.one, { params: { id: witness._id } })).status)
      .toBe(404);
    expect(await state(root)).toEqual([false, 1]);
  });
});
