import { api } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { gather } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

const palabre = await startPalabre();

test('Who the authors of a place’s messages are now is told with its changes, from a position on, to who asks and may read', async () => {
  const [camille, karim, leonie, yann] = await Promise.all(
    ['Camille', 'Karim', 'Léonie', 'Yann'].map(firstName => palabre.register({ firstName })),
  );
  if (!camille || !karim || !leonie || !yann) throw new Error('nobody');
  const { welcome } = await gather(camille, karim, leonie);
  const channelId = welcome._id;
  const first = await post(camille, welcome, 'a');
  await post(karim, welcome, 'b');
  const removed = await post(leonie, welcome, 'c');
  await leonie.ok(api.messages.remove, { params: { id: removed._id } });
  const last = await post(karim, welcome, 'd');
  const { seq: after } = await camille.ok(api.messages.page, { query: { channelId } });
  await karim.ok(api.accounts.update, { params: { id: karim.id }, body: { firstName: 'Karima' } });
  const ask = async (authorsFrom?: number) =>
    camille.ok(api.messages.changes, { query: { channelId, after, authorsFrom } });
  expect(await ask()).not.toHaveProperty('authors');
  const names = async (from: number) => (await ask(from)).authors?.map(one => [one._id, one.firstName]);
  // The author of a deleted message is not among them.
  const both = [
    [camille.id, 'Camille'],
    [karim.id, 'Karima'],
  ].sort();
  expect(await names(first.position)).toEqual(both);
  expect(await names(last.position)).toEqual([[karim.id, 'Karima']]);
  expect(await names(Number.MAX_SAFE_INTEGER)).toEqual([]);
  await karim.ok(api.accounts.remove, { params: { id: karim.id }, body: {} });
  const gone = { _id: karim.id, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
  expect((await ask(last.position)).authors).toEqual([gone]);
  expect((await yann.call(api.messages.changes, { query: { channelId, after: 0, authorsFrom: 0 } })).status).toBe(404);
});
