import { api } from '@palabre/common/contract/index.ts';
import { expect, it } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';

const { camille, karim, yann, team } = await startTeamOfRepliers();

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
