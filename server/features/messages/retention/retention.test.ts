import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../platform/http/errors.ts';
import { connectionSettings } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdLock } from '../../../test/locks.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';
import { deleteOldMessages } from './retention.ts';

const day = 24 * 60 * 60 * 1000;
let now = new Date();
let palabre: Palabre;
let camille: Person;
let karim: Person;
let yann: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre({ now: () => now });
  [camille, karim, yann] = (await Promise.all(
    ['Camille', 'Karim', 'Yann'].map(firstName => palabre.register({ firstName })),
  )) as [Person, Person, Person];
});

beforeEach(async () => {
  now = new Date();
  team = await gather(camille, karim);
});

/**
 * Runs the job as of a number of days from now; the message of a last channel, due then, shows that all channels were
 * examined.
 */
async function hourAfter(days: number): Promise<void> {
  const witness = await gather(yann);
  await yann.ok(api.workspaces.update, { params: witness.params, body: { autoDeleteDays: 1 } });
  const { _id } = await post(yann, witness.welcome, 'témoin');
  const ears = await yann.connect();
  now = new Date(Date.now() + days * day);
  await palabre.jobs.now('retention.sweep');
  await ears.next('deleteMessage', event => event._id === _id);
  ears.close();
  await yann.ok(api.workspaces.remove, { params: witness.params });
}

const contents = async (channelId: string) =>
  (await camille.ok(api.messages.page, { query: { channelId } })).messages.map(({ content }) => content);
const settings = (body: { autoDelete?: boolean; autoDeleteDays?: number }) =>
  camille.call(api.workspaces.update, { params: team.params, body });

it('A workspace has retention unless its maker says otherwise, and every member reads after how many days', async () => {
  const made = async (body: { autoDelete?: boolean; autoDeleteDays?: number }) => {
    const { workspace } = await camille.ok(api.workspaces.create, { body: { title: 'Atelier', ...body } });
    const params = { id: workspace._id };
    await karim.ok(api.workspaces.join, { params });
    const { autoDelete, autoDeleteDays } = (await karim.ok(api.workspaces.one, { params })).workspace;
    return [autoDelete, autoDeleteDays];
  };
  expect(await made({})).toEqual([true, 7]);
  expect(await made({ autoDelete: false })).toEqual([false, 7]);
  expect(await made({ autoDeleteDays: 30 })).toEqual([true, 30]);
  const wrong = { title: 'Atelier', autoDeleteDays: 0 };
  expect((await camille.call(api.workspaces.create, { body: wrong })).status).toBe(400);
});

describe('a channel whose last message is older than seven days', () => {
  it('loses that message alone, and its readers are told', async () => {
    const hidden = await team.channel('direction', 'private');
    const there = [team.welcome, hidden];
    const last: Message[] = [];
    for (const channel of there) {
      await post(camille, channel, 'un');
      last.push(await post(camille, channel, 'deux'));
    }
    const [ears, deaf] = [await camille.connect(), await karim.connect()];
    await hourAfter(6.9);
    for (const { _id } of there) expect(await contents(_id)).toEqual(['un', 'deux']);
    await hourAfter(7.1);
    for (const { _id, channelId, seq } of last) {
      const event = await ears.next('deleteMessage', one => one._id === _id);
      expect(event).toEqual({ _id, channelId, conversationId: null, seq: seq + 1 });
      expect(await contents(channelId ?? '')).toEqual(['un']);
    }
    await deaf.none('deleteMessage', event => event._id === last[1]?._id);
    await hourAfter(7.2);
    for (const { _id } of there) expect(await contents(_id)).toEqual([]);
    await hourAfter(7.3);
    expect((await camille.ok(api.messages.page, { query: { channelId: hidden._id } })).seq).toBe(4);
  });

  it('keeps an old message before a new one', async () => {
    await post(camille, team.welcome, 'ancien');
    const { kysely } = palabre.services.database;
    await sql`UPDATE messages SET created_at = now() - interval '1 year' WHERE place_id = ${team.welcome._id}`.execute(
      kysely,
    );
    await post(camille, team.welcome, 'récent');
    await hourAfter(1.1);
    expect(await contents(team.welcome._id)).toEqual(['ancien', 'récent']);
  });
});

describe('the retention of a workspace', () => {
  it('has a default, and is changed by people who manage the workspace alone', async () => {
    expect(team.workspace).toMatchObject({ autoDelete: true, autoDeleteDays: 7 });
    const ears = await karim.connect();
    const { status, body } = await settings({ autoDelete: false, autoDeleteDays: 30 });
    expect([status, body.workspace]).toEqual([200, expect.objectContaining({ autoDelete: false, autoDeleteDays: 30 })]);
    expect(await ears.next('updateWorkspace')).toMatchObject({ autoDelete: false, autoDeleteDays: 30 });
    const refused = await karim.call(api.workspaces.update, { params: team.params, body: { autoDelete: true } });
    expect(refused.status).toBe(403);
    expect(await team.now()).toMatchObject({ autoDelete: false, autoDeleteDays: 30 });
  });

  it.each([0, -1, 1.5, 3_651, 'bientôt', {}])('cannot be %j days', async days => {
    expect((await settings({ autoDeleteDays: days as number })).status).toBe(400);
    expect(await team.now()).toMatchObject({ autoDelete: true, autoDeleteDays: 7 });
  });

  it('is set by a form too', async () => {
    const form = new FormData();
    form.set('autoDelete', 'false');
    form.set('autoDeleteDays', '14');
    const { status } = await camille.raw('PUT', `/api/workspace/${team.id}`, { body: form });
    expect([status, await team.now()]).toEqual([
      200,
      expect.objectContaining({ autoDelete: false, autoDeleteDays: 14 }),
    ]);
  });

  it('deletes nothing when off, and follows other numbers of days', async () => {
    await post(camille, team.welcome, 'reste');
    await settings({ autoDelete: false });
    await hourAfter(400);
    expect(await contents(team.welcome._id)).toEqual(['reste']);
    await settings({ autoDelete: true, autoDeleteDays: 30 });
    await hourAfter(29.9);
    expect(await contents(team.welcome._id)).toEqual(['reste']);
    await hourAfter(30.1);
    expect(await contents(team.welcome._id)).toEqual([]);
  });
});

/** Opens channels of one message in the workspace. */
async function openChannels(count: number): Promise<void> {
  const { kysely } = palabre.services.database;
  await sql`WITH made AS (
      INSERT INTO places (id, kind, room, seq)
      SELECT gen_random_uuid(), 'channel', ${`workspace:${team.id}`}, 1 FROM generate_series(1, ${count}::int) RETURNING id
    ), opened AS (
      INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, ${team.id}, 'salon', 'public', 9 FROM made
    ) INSERT INTO messages (id, place_id, position, seq, sender_id, content, created_at)
    SELECT gen_random_uuid(), id, 1, 1, ${camille.id}, 'un', now() FROM made`.execute(kysely);
}

describe('the hourly job of retention', () => {
  it('deletes in all channels that are due, however many there are', async () => {
    await openChannels(230);
    const ears = await karim.connect();
    await hourAfter(8);
    // The witness may be in the first of several transactions.
    const within = { timeout: eventWaitTimeoutMs };
    await expect.poll(() => ears.all('deleteMessage').length, within).toBe(230);
  });

  it('deletes in a channel however many come before', async () => {
    const { kysely } = palabre.services.database;
    const { _id: id } = await post(camille, team.welcome, 'à effacer');
    const others = sql`
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid AS id, n FROM generate_series(1, 1000) AS n`;
    await sql`INSERT INTO places (id, kind, room) SELECT id, 'channel', 'nobody' FROM (${others}) AS other`.execute(
      kysely,
    );
    await sql`INSERT INTO channels (id, workspace_id, title, visibility, position)
      SELECT id, ${team.id}, 'vide', 'public', n FROM (${others}) AS other`.execute(kysely);
    await hourAfter(8);
    expect((await camille.call(api.messages.one, { params: { id } })).status).toBe(404);
    await sql`DELETE FROM places WHERE id < '00000000-0000-5000-8000-000000000000'`.execute(kysely);
  });

  it('deletes in all threads, however many come before', async () => {
    const { kysely } = palabre.services.database;
    const root = await post(camille, team.welcome, 'racine');
    const { message } = await camille.ok(api.messages.send, { body: { threadOf: root._id, content: 'réponse' } });
    await sql`INSERT INTO places (id, kind, room, parent_id, root_position)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'thread', ${`workspace:${team.id}`},
        ${team.welcome._id}, 1
      FROM generate_series(1, 1001) AS n`.execute(kysely);
    await hourAfter(8);
    expect((await camille.call(api.messages.one, { params: { id: message._id } })).status).toBe(404);
    await sql`DELETE FROM places WHERE id < '00000000-0000-5000-8000-000000000000'`.execute(kysely);
  });

  it('fails when a reply cannot be deleted, so that the job is tried again, and passes over one deleted meanwhile', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await camille.ok(api.messages.send, { body: { threadOf: root._id, content: 'réponse' } });
    const sweep = () => deleteOldMessages(palabre.services, new Date(Date.now() + 8 * day));
    vi.spyOn(palabre.services.places, 'run').mockRejectedValueOnce(new Error('cut off'));
    await expect(sweep()).rejects.toThrow('cut off');
    vi.spyOn(palabre.services.places, 'run').mockRejectedValueOnce(new AppError('not_found'));
    await sweep();
    // The reply is still there, and with it the place of its root.
    expect(await contents(team.welcome._id)).toEqual(['']);
    await sweep();
    expect(await contents(team.welcome._id)).toEqual([]);
    vi.restoreAllMocks();
  });

  it('keeps what its workspace has chosen to keep since it was looked at', async () => {
    await post(camille, team.welcome, 'gardé');
    const { places } = palabre.services;
    const run = places.run.bind(places);
    vi.spyOn(places, 'run').mockImplementationOnce(async (...given) => {
      await settings({ autoDelete: false });
      return run(...given);
    });
    await deleteOldMessages(palabre.services, new Date(Date.now() + 8 * day));
    vi.restoreAllMocks();
    expect(await contents(team.welcome._id)).toEqual(['gardé']);
  });

  it.each(['is followed by another', 'is of a workspace that has chosen to keep its messages'])(
    'keeps a reply that %s since it was looked at',
    async what => {
      const root = await post(camille, team.welcome, 'racine');
      const reply = (content: string) => camille.ok(api.messages.send, { body: { threadOf: root._id, content } });
      await reply('un');
      const { places } = palabre.services;
      const run = places.run.bind(places);
      vi.spyOn(places, 'run').mockImplementationOnce(async (...given) => {
        await (what.startsWith('is followed') ? reply('deux') : settings({ autoDelete: false }));
        return run(...given);
      });
      await deleteOldMessages(palabre.services, new Date(Date.now() + 8 * day));
      vi.restoreAllMocks();
      const { messages } = await camille.ok(api.threads.one, { params: { id: root._id } });
      expect(messages[0]?.content).toBe('un');
      await camille.ok(api.workspaces.remove, { params: team.params });
    },
  );

  it('costs as many statements for a hundred channels as for one', async () => {
    const cost = async () => {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      await hourAfter(8);
      const made = queries.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      );
      queries.mockRestore();
      return made.filter(
        text => text !== connectionSettings && /auto_delete_days \* interval|FOR NO KEY UPDATE SKIP/.test(text),
      ).length;
    };
    await post(camille, team.welcome, 'seul');
    const few = await cost();
    await openChannels(80);
    const ears = await karim.connect();
    expect(await cost()).toBe(few);
    await ears.settled();
    expect(ears.all('deleteMessage').length).toBe(80);
  });

  it('leaves a locked channel to the next run, and does not wait for it', async () => {
    await post(camille, team.welcome, 'tenu');
    const held = await holdLock(palabre, 'SELECT FROM places WHERE id = $1 FOR NO KEY UPDATE', [team.welcome._id]);
    let isOver = false;
    const run = hourAfter(8).then(() => {
      isOver = true;
    });
    await vi.waitUntil(async () => isOver || (await countLockWaits(palabre)) > 0);
    expect(isOver, 'the run is over while the channel is locked').toBe(true);
    await run;
    expect(await contents(team.welcome._id)).toEqual(['tenu']);
    await held.query('COMMIT');
    await hourAfter(8);
    expect(await contents(team.welcome._id)).toEqual([]);
  });
});
