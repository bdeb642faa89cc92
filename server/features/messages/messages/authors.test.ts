import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
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
  for (const from of [0, first.position]) expect(await names(from)).toEqual(both);
  expect(await names(last.position)).toEqual([[karim.id, 'Karima']]);
  expect(await names(Number.MAX_SAFE_INTEGER)).toEqual([]);
  // Those of a thousand messages are told: the nearest to the position.
  const { kysely } = palabre.services.database;
  const until = last.position + 999;
  await sql`
    WITH counted AS (UPDATE places SET seq = ${until} WHERE id = ${channelId})
    INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${karim.id}, 'n° ' || n, now()
    FROM generate_series(${last.position + 1}::int, ${until}::int) AS n`.execute(kysely);
  await post(leonie, welcome, 'e');
  const told = async (from: number) => (await names(from))?.map(([id]) => id);
  expect(await told(last.position)).toEqual([karim.id]);
  expect(await told(last.position + 1)).toEqual([karim.id, leonie.id].sort());
  await karim.ok(api.accounts.remove, { params: { id: karim.id }, body: {} });
  const gone = { _id: karim.id, firstName: 'Utilisateur supprimé', lastName: '', avatar: null };
  expect((await ask(last.position)).authors).toEqual([gone]);
  expect((await yann.call(api.messages.changes, { query: { channelId, after: 0, authorsFrom: 0 } })).status).toBe(404);
});
