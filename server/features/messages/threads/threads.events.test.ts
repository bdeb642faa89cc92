import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UnderWay } from '../../../platform/processes/under-way.ts';
import type { Person } from '../../../test/harness.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { reply, startTeamOfRepliers } from '../../../test/people/repliers.ts';
import { post } from '../../../test/people/world.ts';
import { ThreadEvents } from './thread-events.ts';

const { palabre, camille, karim, yann, team } = await startTeamOfRepliers();

/** Reads up to which change a thread has been told. */
async function toldUpTo(threadId: string): Promise<number | undefined> {
  const { rows } = await sql<{ told_seq: number }>`
    SELECT told_seq FROM thread_tellings WHERE thread_id = ${threadId}`.execute(palabre.services.database.kysely);
  return rows[0]?.told_seq;
}

/** Runs this once a statement about a thread has been run, before its rows are returned; first, if it is to fail. */
function onceAt(name: string, threadId: string, what: () => Promise<void>, { before = false } = {}): void {
  const { pool } = palabre.services.database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let times = 0;
  const spy = vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    const asked = given[0] as { name?: string; values?: [readonly string[]] };
    const isIt = asked.name === name && asked.values?.[0].includes(threadId) && times++ === 0;
    if (isIt && before) await what();
    const answer = await query(...given);
    if (isIt && !before) await what();
    return answer;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}

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
      const { people } = await one.next('updateThread', event => mine(event) && event.replies === 200);
      expect(people).toHaveLength(limits.threadPeople);
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
        INSERT INTO read_pointers (user_id, place_id, position) VALUES (${yann.id}, ${root._id}, 200), (${far.id}, ${root._id}, 20)
        ON CONFLICT (user_id, place_id) DO UPDATE SET position = excluded.position
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
    const said = (await Promise.all(asked)).map(({ thread: { unread, read } }) => [unread, read]);
    expect(said).toEqual([
      [80, 0],
      [100, 0],
      [30, 200],
      [100, 20],
    ]);
    expect(told.map(({ unread, read }) => [unread, read])).toEqual(said);
    // Deleted replies are unread for nobody, even when they are the last ones.
    await sql`UPDATE messages SET deleted_at = now() WHERE place_id = ${root._id} AND position BETWEEN 30 AND 229`.execute(
      palabre.services.database.kysely,
    );
    const after = await reply(karim, root, 'après');
    const left = await ears[3]?.next('updateThread', ({ threadId, seq }) => threadId === root._id && seq === 231);
    expect(left).toMatchObject({ replies: 31, unread: 11, read: 20, lastAt: after.time });
  });

  it('is told after an edit of a reply too', async () => {
    const root = await post(camille, await team.channel('retouche'), 'racine');
    const { _id: id } = await reply(karim, root, 'un');
    const ears = await camille.connect();
    await karim.ok(api.messages.edit, { params: { id }, body: { content: 'deux' } });
    const told = await ears.next('updateThread', ({ threadId, seq }) => threadId === root._id && seq === 2);
    expect(told.replies).toBe(1);
  });

  it('that an ended process left untold is told by the job', async () => {
    const root = await post(camille, await team.channel('laissé'), 'racine');
    const one = await reply(karim, root, 'un');
    const ears = await camille.connect();
    const mine = ({ threadId, replies }: { threadId: string; replies: number }) =>
      threadId === root._id && replies === 2;
    await expect.poll(() => toldUpTo(root._id)).toBe(1);
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

  it('is told once more to who leaves it while it is being told to those who follow it', async () => {
    const root = await post(camille, await team.channel('entre-temps'), 'racine');
    await reply(karim, root, 'un');
    await expect.poll(() => toldUpTo(root._id)).toBe(1);
    const ears = await yann.connect();
    const follow = (following: boolean) =>
      yann.ok(api.threads.follow, { params: { id: root._id }, body: { following } });
    onceAt('threads-told', root._id, async () => void (await follow(false)));
    await follow(true);
    // Follows and leaves, then the stale state, then the current state.
    const heard = () => ears.all('updateThread', ({ threadId }) => threadId === root._id).map(one => one.following);
    await expect.poll(heard).toEqual([true, false, true, false]);
  });

  it('is told of one that changes while another is being told', async () => {
    const channel = await team.channel('l’un et l’autre');
    const [one, other] = [await post(camille, channel, 'racine'), await post(camille, channel, 'autre racine')];
    const ears = await camille.connect();
    onceAt('threads-claim', one._id, async () => {
      const { _id } = await reply(karim, other);
      await ears.next('newMessage', message => message._id === _id);
    });
    await reply(karim, one);
    for (const { _id } of [one, other])
      expect(await ears.next('updateThread', ({ threadId }) => threadId === _id)).toMatchObject({ replies: 1 });
  });

  it('is waited for no more once the server stops', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
    // A wait that nothing else in this process has.
    const waitMs = 86_421_357;
    const query = vi.fn(async () => ({ rows: ids.map(id => ({ id, claimed: null, wait_ms: waitMs })) }));
    const underWay = new UnderWay();
    const events = new ThreadEvents({
      database: { pool: { query } },
      logger: palabre.services.logger,
      underWay,
    } as never);
    const [started, stopped] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    onTestFinished(() => [started, stopped].forEach(spy => void spy.mockRestore()));
    const timers = () =>
      started.mock.results.flatMap(({ value }, call) => (started.mock.calls[call]?.[1] === waitMs ? [value] : []));
    events.queue(ids[0]);
    await expect.poll(() => timers().length).toBe(2);
    events.end();
    const cleared = stopped.mock.calls.map(([timer]) => timer);
    for (const timer of timers()) expect(cleared).toContain(timer);
    // What is told just then waits for nothing either.
    events.queue(ids[1]);
    await underWay.end();
    expect([query.mock.calls.length, timers().length]).toEqual([2, 2]);
  });

  it('that could not be told keeps no other from being told, and is told by the job', async () => {
    const channel = await team.channel('coupure');
    const [one, other] = [await post(camille, channel, 'racine'), await post(camille, channel, 'autre racine')];
    const ears = await camille.connect();
    let isCut = false;
    const cut = async () => {
      isCut = true;
      throw Object.assign(new Error('the connection is lost'), { code: '57P01' });
    };
    onceAt('threads-claim', one._id, cut, { before: true });
    const lines = logOf(palabre);
    await reply(karim, one);
    await vi.waitUntil(() => isCut);
    const untold = () => linesOf(lines, 'threads not told');
    await vi.waitFor(() => expect(untold()).toMatchObject([{ level: 40, err: { message: 'the connection is lost' } }]));
    await reply(karim, other);
    await ears.next('updateThread', ({ threadId }) => threadId === other._id);
    await palabre.jobs.now('threads.tellLeft');
    expect(await ears.next('updateThread', ({ threadId }) => threadId === one._id)).toMatchObject({ replies: 1 });
  });
});
