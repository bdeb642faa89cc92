import { api } from '@palabre/common/contract/index.ts';
import { expect, it, vi } from 'vitest';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';

/** Tests that statements about several places or messages lock their rows in one order: two of them never deadlock. */

const { palabre, camille, karim, team } = await startTeamOfRepliers();

const pointers = 'SELECT FROM read_pointers WHERE user_id = $1 AND place_id = ANY($2) FOR UPDATE';
const marks = 'SELECT FROM notification_marks WHERE user_id = $1 AND message_id = ANY($2) FOR UPDATE';

/** Has a statement wait for the row of the lowest id, and checks that it has not locked the rows of the others. */
async function expectInOrder(rows: string, ids: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const [first, ...others] = ids.toSorted();
  const held = await holdLock(palabre, rows, [karim.id, [first]]);
  const acting = act();
  await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
  const { rowCount } = await palabre.services.database.pool.query(`${rows} SKIP LOCKED`, [karim.id, others]);
  await held.query('ROLLBACK');
  await acting;
  expect(rowCount, 'rows of the higher ids, free meanwhile').toBe(others.length);
}

const mark = (where: { channelId: string } | { threadId: string }, position: number) =>
  karim.ok(api.unread.mark, { body: { ...where, position } });

it('Reads of several places that come together move their pointers in the order of the places', async () => {
  const made = await Promise.all(['un', 'deux'].map(title => team.channel(title)));
  for (const channel of made) for (const text of ['un', 'deux']) await post(camille, channel, text);
  const ids = made.map(({ _id }) => _id).sort();
  for (const channelId of ids) await mark({ channelId }, 1);
  // Sent in one turn, the last place first, so that the requests share a statement.
  await expectInOrder(pointers, ids, () =>
    Promise.all(
      ids
        .toReversed()
        .map(placeId => palabre.services.readPointers.mark({ userId: karim.id, placeId, position: 2, back: false })),
    ),
  );
});

it('Everything marked as read moves the pointers of threads and of channels in the order of their ids', async () => {
  const root = await post(karim, await team.channel('avant'), 'racine');
  const later = await team.channel('après');
  for (const text of ['un', 'deux']) {
    await reply(camille, root, text);
    await post(camille, later, text);
  }
  await mark({ threadId: root._id }, 1);
  await mark({ channelId: later._id }, 1);
  await expectInOrder(pointers, [root._id, later._id], () => karim.ok(api.unread.markAll));
});

it('Notifications marked as read together are marked in the order of their messages', async () => {
  const channel = await team.channel('appels');
  const ids: string[] = [];
  for (const text of ['un', 'deux']) ids.push((await post(camille, channel, `<@${karim.id}> ${text}`))._id);
  for (const isRead of [true, false])
    for (const id of ids) await karim.ok(api.notifications.mark, { params: { id }, body: { isRead } });
  await expectInOrder(marks, ids, () => karim.ok(api.notifications.markSeveral, { body: { ids } }));
});

it('Threads marked as read together move their pointers in the order of the threads, and so do places by an undo', async () => {
  const [channel, places] = [
    await team.channel('fils'),
    await Promise.all([1, 2, 3, 4].map(n => team.channel(`${n}`))),
  ];
  const roots = [];
  for (const n of [1, 2, 3, 4, 5, 6]) roots.push((await post(karim, channel, `racine ${n}`))._id);
  // The latest thread has the first reply.
  for (const root of roots.toReversed()) {
    for (const text of ['un', 'deux']) await reply(camille, { _id: root }, text);
    await mark({ threadId: root }, 1);
  }
  await expectInOrder(pointers, roots, () => karim.ok(api.threads.read));
  const ids = places.map(({ _id }) => _id);
  for (const channelId of ids.toReversed()) {
    for (const text of ['un', 'deux']) await post(camille, { _id: channelId }, text);
    await mark({ channelId }, 1);
  }
  const { undo } = await karim.ok(api.unread.markAll);
  // In whatever order they were noted.
  await palabre.services.database.pool.query(
    `UPDATE read_undos SET moved = (SELECT jsonb_agg(one ORDER BY one DESC) FROM jsonb_array_elements(moved) AS one)
     WHERE user_id = $1`,
    [karim.id],
  );
  await expectInOrder(pointers, ids, () => karim.ok(api.unread.undoMarkAll, { body: { undo: undo ?? '' } }));
});
