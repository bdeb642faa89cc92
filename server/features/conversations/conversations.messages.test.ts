import { api } from '@palabre/common/contract/index.ts';
import { describe, expect, test } from 'vitest';
import { type Person, startPalabre } from '../../test/harness.ts';
import { come, listed, refusals, talk, write } from '../../test/people/talk.ts';

const palabre = await startPalabre();
const three = async () =>
  (await Promise.all(['Camille', 'Karim', 'Léonie'].map(firstName => palabre.register({ firstName })))) as [
    Person,
    Person,
    Person,
  ];
const is =
  ({ _id }: { _id: string }) =>
  (heard: { _id: string }) =>
    heard._id === _id;

describe('messages of a conversation', () => {
  test('are posted, read, changed and deleted by its people, as those of a channel are', async () => {
    const [camille, karim, yann] = await three();
    const conversation = await talk(camille, karim);
    const [hers, his, other] = [await come(camille), await come(karim), await come(yann)];
    const first = await write(camille, conversation, 'Bonjour Karim');
    expect(first).toMatchObject({ channelId: null, conversationId: conversation._id, seq: 1, position: 1 });
    for (const ears of [hers, his]) expect(await ears.next('newMessage', is(first))).toEqual(first);
    const answer = await write(karim, conversation, 'Bonjour');
    const query = { conversationId: conversation._id };
    const page = await karim.ok(api.messages.page, { query });
    expect([page.messages, page.seq]).toEqual([[first, answer], 2]);
    const params = { id: conversation._id };
    expect((await camille.ok(api.messages.ofConversation, { params })).messages).toEqual([first, answer]);
    expect((await camille.call(api.messages.ofChannel, { params })).status).toBe(404);
    const edit = { params: { id: first._id }, body: { content: 'Bonjour !' } };
    expect((await karim.call(api.messages.edit, edit)).status).toBe(403);
    const { message: edited } = await camille.ok(api.messages.edit, edit);
    expect(await his.next('updateMessage')).toEqual(edited);
    expect((await camille.call(api.messages.remove, { params: { id: answer._id } })).status).toBe(403);
    await karim.ok(api.messages.remove, { params: { id: answer._id } });
    const gone = { _id: answer._id, channelId: null, conversationId: conversation._id, seq: 4 };
    expect(await hers.next('deleteMessage')).toEqual(gone);
    const changes = await camille.ok(api.messages.changes, { query: { ...query, after: 2 } });
    expect([changes.messages, changes.deleted, changes.seq]).toEqual([[edited], [answer._id], 4]);
    for (const name of ['newMessage', 'updateMessage', 'deleteMessage'] as const) await other.none(name);
    expect(await refusals(yann, conversation, first)).toEqual(Array(7).fill(404));
  });

  test('put the conversation at the top of its people’s lists, with the last message that is not deleted', async () => {
    const [camille, karim, leonie] = await three();
    const [early, late] = [await talk(camille, karim), await talk(camille, leonie)];
    const order = async () => (await listed(camille)).map(({ _id }) => _id);
    expect(await order()).toEqual([late._id, early._id]);
    const message = await write(karim, early, 'é'.repeat(300));
    expect(await order()).toEqual([early._id, late._id]);
    const { _id, time, sender, position } = message;
    const shown = { _id, time, sender, position, files: 0, content: `${'é'.repeat(200)}…` };
    expect((await listed(camille))[0]?.lastMessage).toEqual(shown);
    const last = await write(camille, early, 'Oui');
    expect((await listed(karim))[0]?.lastMessage?._id).toBe(last._id);
    await camille.ok(api.messages.remove, { params: { id: last._id } });
    expect((await listed(karim))[0]?.lastMessage).toEqual(shown);
  });
});
