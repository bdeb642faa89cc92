import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/harness.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

describe('the state of a thread', () => {
  it('is told at once, then once a second at most, and the last one always, whoever replies', async () => {
    const root = await post(camille, await team.channel('tempête'), 'racine');
    const [follower, other] = [await camille.connect(), await yann.connect()];
    const mine = ({ threadId }: { threadId: string }) => threadId === root._id;
    const beganMs = performance.now();
    for (let n = 0; n < 60; n += 1) await reply(karim, root, `n° ${n}`);
    const ofStormMs = performance.now() - beganMs;
    const last = await follower.next('updateThread', event => mine(event) && event.replies === 60);
    expect(last).toMatchObject({ replies: 60, unread: 60, following: true, seq: 60 });
    await other.next('updateThread', event => mine(event) && event.replies === 60);
    // The first at once, then one a second, and the last.
    const atMost = 2 + Math.ceil(ofStormMs / 1_000);
    for (const ears of [follower, other]) {
      const told = ears.all('updateThread', mine);
      expect(told.length).toBeLessThanOrEqual(atMost);
      expect(told[0]?.replies).toBeLessThan(60);
    }
    await other.none('updateThread', event => mine(event) && event.following);
  });

  it('is told as seldom when many people reply at the same moment, to those who just began to follow too', async () => {
    const crowd = await Promise.all(Array.from({ length: 20 }, () => palabre.register()));
    await Promise.all(crowd.map(person => person.ok(api.workspaces.join, { params: team.params })));
    const root = await post(camille, await team.channel('foule'), 'racine');
    const ears = await Promise.all([camille, yann, ...crowd].map(person => person.connect()));
    const mine = ({ threadId }: { threadId: string }) => threadId === root._id;
    const beganMs = performance.now();
    await Promise.all(Array.from({ length: 200 }, (_, n) => reply(crowd[n % crowd.length] as Person, root, `n° ${n}`)));
    const ofStormMs = performance.now() - beganMs;
    const atMost = 2 + Math.ceil(ofStormMs / 1_000);
    for (const one of ears) {
      await one.next('updateThread', event => mine(event) && event.replies === 200);
      expect(one.all('updateThread', mine).length).toBeLessThanOrEqual(atMost);
    }
  });

  it('tells each follower their own number of unread replies, however far behind and whoever wrote the last ones', async () => {
    const far = await palabre.register();
    await far.ok(api.workspaces.join, { params: team.params });
    const root = await post(camille, await team.channel('retard'), 'racine');
    await reply(karim, root, 'un');
    for (const follower of [yann, far])
      await follower.ok(api.threads.follow, { params: { id: root._id }, body: { following: true } });
    // Of the last 200 replies, 150 are Camille's.
    await sql`
      WITH bumped AS (UPDATE places SET seq = 229 WHERE id = ${root._id}), read AS (
        INSERT INTO read_pointers (user_id, place_id, position) VALUES (${yann.id}, ${root._id}, 200)
        ON CONFLICT (user_id, place_id) DO UPDATE SET position = 200
      )
      INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
      SELECT gen_random_uuid(), ${root._id}, n, n, CASE WHEN n BETWEEN 60 AND 209 THEN ${camille.id}::uuid ELSE ${karim.id} END,
        'n° ' || n, now() FROM generate_series(2, 229) AS n`.execute(palabre.services.database.kysely);
    const ears = await Promise.all([camille, karim, yann, far].map(person => person.connect()));
    await reply(karim, root, 'le dernier');
    const told = await Promise.all(
      ears.map(one => one.next('updateThread', ({ threadId, replies }) => threadId === root._id && replies === 230)),
    );
    expect(told.map(({ unread }) => unread)).toEqual([80, 100, 30, 100]);
    const asked = [camille, karim, yann, far].map(person => person.ok(api.threads.one, { params: { id: root._id } }));
    expect((await Promise.all(asked)).map(({ thread }) => thread.unread)).toEqual([80, 100, 30, 100]);
  });

  it('that an ended process left untold is told by the job', async () => {
    const root = await post(camille, await team.channel('laissé'), 'racine');
    const one = await reply(karim, root, 'un');
    const ears = await camille.connect();
    const mine = ({ threadId, replies }: { threadId: string; replies: number }) =>
      threadId === root._id && replies === 2;
    await expect
      .poll(async () => {
        const { rows } = await sql<{ told_seq: number }>`
          SELECT told_seq FROM thread_tellings WHERE thread_id = ${root._id}`.execute(palabre.services.database.kysely);
        return rows[0]?.told_seq;
      })
      .toBe(1);
    // As another process would leave it: stored, and nothing told.
    await sql`
      WITH bumped AS (UPDATE places SET seq = 2 WHERE id = ${root._id}), told AS (
        UPDATE thread_tellings SET told_at = now() - interval '1 minute' WHERE thread_id = ${root._id}
      )
      INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
      SELECT gen_random_uuid(), place_id, 2, 2, sender_id, 'deux', now() FROM messages WHERE id = ${one._id}`.execute(
      palabre.services.database.kysely,
    );
    await palabre.jobs.now('threads.tellLeft');
    expect(await ears.next('updateThread', mine)).toMatchObject({ unread: 2, seq: 2 });
  });
});
