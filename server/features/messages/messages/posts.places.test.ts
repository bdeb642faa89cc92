import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import { eventWaitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Palabre, Person, startPalabre } from '../../../test/harness.ts';
import { countLockWaits, holdPlace } from '../../../test/locks.ts';
import { reply } from '../../../test/people/repliers.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/** Tests a place that is locked or deleted: it delays only its own posts, and each of them gets an answer. */

let palabre: Palabre;
/** Second process on the same database. */
let elsewhere: Palabre;
let camille: Person;
let karim: Person;
let team: Team;
let far: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  elsewhere = await startPalabre({ env: { DATABASE_URL: palabre.services.env.databaseUrl ?? '' } });
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
});

beforeEach(async () => {
  [team, far] = [await gather(camille), await gather(karim)];
});

afterEach(() => {
  vi.restoreAllMocks();
});

const send = (person: Person, channelId: string, content: string, nonce?: string) =>
  person.call(api.messages.send, { body: { channelId, content, nonce } });
const edit = (id: string, content: string) => camille.call(api.messages.edit, { params: { id }, body: { content } });
const contents = async (person: Person, channelId: string) =>
  (await person.ok(api.messages.page, { query: { channelId } })).messages.map(message => message.content);

/** Counts the statements that store posts. */
function countInserts(): () => number {
  const query = vi.spyOn(palabre.services.database.first, 'query');
  return () =>
    query.mock.calls.filter(([asked]) => (asked as { name?: string } | undefined)?.name === 'posts-insert').length;
}

/** Runs each of these functions once, just before posts are stored but after they were judged. Counts the calls. */
function beforeStoring(...things: (() => Promise<unknown>)[]): () => number {
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let times = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if (/^posts-insert/.test((args[0] as { name?: string }).name ?? '')) await things[times++]?.();
    return really(...args);
  }) as never);
  return () => times;
}

describe('a place locked elsewhere', () => {
  it('delays no post to another place, and stores its own in order once it is free', async () => {
    const holder = await holdPlace(palabre, team.welcome._id);
    const inserts = countInserts();
    const mine = ['un', 'deux'].map(content => send(camille, team.welcome._id, content));
    const others = await Promise.all(['trois', 'quatre'].map(content => send(karim, far.welcome._id, content)));
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    await vi.waitUntil(() => inserts() > 2);
    mine.push(send(camille, team.welcome._id, 'trois'));
    await holder.query('COMMIT');
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await contents(camille, team.welcome._id)).toEqual(['un', 'deux', 'trois']);
  });

  it.each(['another process', 'an edit that waits'])(
    'delays no post of a sender who may not see it: %s has the place',
    async who => {
      const hidden = await team.channel('comité', 'private');
      const written = await post(camille, hidden, 'Entre nous.');
      const holder = await holdPlace(palabre, hidden._id);
      const edits = who === 'another process' ? [] : [edit(written._id, 'À nous deux.')];
      if (edits.length > 0) await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
      const inserts = countInserts();
      const mine = send(camille, hidden._id, 'un');
      if (edits.length === 0) await vi.waitUntil(() => inserts() > 2);
      const refused: number[] = [];
      for (const content of ['deux', 'trois', 'quatre'])
        void send(karim, hidden._id, content).then(({ status }) => refused.push(status));
      await expect.poll(() => refused, { timeout: 8_000 }).toEqual([404, 404, 404]);
      await holder.query('COMMIT');
      expect((await Promise.all([mine, ...edits])).map(({ status }) => status)).toEqual([201, ...edits.map(() => 200)]);
      expect((await contents(camille, hidden._id)).at(-1)).toBe('un');
    },
  );

  it('refuses no post that waits there when the database fails as it is looked at: it is judged at its turn', async () => {
    const { first: pool } = palabre.services.database;
    const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    let failures = 0;
    vi.spyOn(pool, 'query').mockImplementation(((...args: unknown[]) => {
      if ((args[0] as { name?: string }).name !== 'posting-access' || failures++ > 0) return really(...args);
      return Promise.reject(Object.assign(new Error('the connection is lost'), { code: '57P01' }));
    }) as never);
    const { end } = palabre.services.places.take([team.welcome._id]);
    onTestFinished(end);
    const answers: number[] = [];
    const sent = send(camille, team.welcome._id, 'un').then(({ status }) => answers.push(status));
    await vi.waitFor(() => expect(failures, 'looks that failed').toBe(1));
    // Other requests are answered meanwhile.
    await camille.ok(api.users.me);
    expect(answers).toEqual([]);
    end();
    await sent;
    expect([answers, await contents(camille, team.welcome._id)]).toEqual([[201], ['un']]);
  });

  it('keeps a reply that it is to show too out of the thread meanwhile', async () => {
    const root = await post(camille, team.welcome, 'racine');
    await reply(camille, root, 'un');
    const holder = await holdPlace(palabre, team.welcome._id);
    const query = vi.spyOn(pg.Client.prototype, 'query') as unknown as { mock: { calls: unknown[][] } };
    const tries = () =>
      query.mock.calls.filter(([asked]) => (asked as { name?: string })?.name === 'posts-insert-replying');
    const said = reply(camille, root, 'deux', { alsoInPlace: true });
    // The second try comes once the first has ended.
    await Promise.race([said, vi.waitUntil(() => tries().length > 1, { timeout: 8_000 })]);
    const inThread = async () => {
      const { messages } = await camille.ok(api.threads.one, { params: { id: root._id } });
      return messages.map(({ content }) => content);
    };
    expect(await inThread()).toEqual(['un']);
    await holder.query('COMMIT');
    expect((await said).copyId).toBeDefined();
    expect([await inThread(), await contents(camille, team.welcome._id)]).toEqual([
      ['un', 'deux'],
      ['racine', 'deux'],
    ]);
  });

  it('refuses a post that waited for ten seconds, which is stored once when it is sent again', async () => {
    const holder = await holdPlace(palabre, team.welcome._id);
    const inserts = countInserts();
    const nonce = randomUUID();
    const answers: unknown[] = [];
    void send(camille, team.welcome._id, 'un', nonce).then(answer => answers.push(answer));
    await vi.waitUntil(() => inserts() > 1);
    const really = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => really() + 10_001);
    await expect.poll(() => answers).toMatchObject([{ status: 503, body: { code: 'unavailable' } }]);
    vi.mocked(performance.now).mockRestore();
    await holder.query('COMMIT');
    expect((await send(camille, team.welcome._id, 'un', nonce)).status).toBe(201);
    expect(await contents(camille, team.welcome._id)).toEqual(['un']);
  });

  it('refuses a post that met nothing but deadlocks for ten seconds', async () => {
    const { first: pool } = palabre.services.database;
    const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
    const clock = performance.now.bind(performance);
    let tries = 0;
    vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
      if ((args[0] as { name?: string }).name !== 'posts-insert') return really(...args);
      tries += 1;
      if (tries === 2) vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10_001);
      throw Object.assign(new Error('a deadlock'), { code: '40P01' });
    }) as never);
    const answers: unknown[] = [];
    void send(camille, team.welcome._id, 'un').then(answer => answers.push(answer));
    await expect.poll(() => answers).toMatchObject([{ status: 409, body: { code: 'changed_meanwhile' } }]);
    expect(tries).toBe(2);
  });

  it('answers each of its posts when it is deleted', async () => {
    const channel = await team.channel('chantier');
    const holder = await holdPlace(palabre, channel._id);
    const inserts = countInserts();
    const mine = ['un', 'deux'].map(content => send(camille, channel._id, content));
    await vi.waitUntil(() => inserts() > 1);
    await holder.query('DELETE FROM places WHERE id = $1', [channel._id]);
    await holder.query('COMMIT');
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual([404, 404]);
  });
});

it.each(['a lock', 'a deadlock'])(
  'A place keeps its posts in order after %s, those too that came while others were being stored',
  async what => {
    const posting = vi.spyOn(palabre.services.posts, 'post');
    const mine: ReturnType<typeof send>[] = [];
    let letGo = async () => {};
    const inserts = beforeStoring(async () => {
      mine.push(send(camille, team.welcome._id, 'deux'));
      await vi.waitUntil(() => posting.mock.calls.length === 2);
      if (what === 'a deadlock') throw Object.assign(new Error('a deadlock'), { code: '40P01' });
      const holder = await holdPlace(palabre, team.welcome._id);
      letGo = async () => void (await holder.query('COMMIT'));
    });
    mine.unshift(send(camille, team.welcome._id, 'un'));
    await vi.waitUntil(() => inserts() > 1);
    await letGo();
    expect((await Promise.all(mine)).map(({ status }) => status)).toEqual([201, 201]);
    expect(await contents(camille, team.welcome._id)).toEqual(['un', 'deux']);
  },
);

it('A first reply under a root deleted while it was being stored is refused, and leaves nothing of the root', async () => {
  const root = await post(camille, team.welcome, 'racine');
  beforeStoring(() => camille.ok(api.messages.remove, { params: { id: root._id } }));
  const body = { threadOf: root._id, content: 'trop tard' };
  const answer = await camille.call(api.messages.send, { body });
  expect([answer.status, answer.body.code]).toEqual([404, 'message_not_found']);
  expect(await contents(camille, team.welcome._id)).toEqual([]);
});

describe('changes in one place', () => {
  it('that delete one message at once are one deletion: the second finds no message', async () => {
    const { _id: id } = await post(camille, team.welcome, 'adieu');
    const ears = await camille.connect();
    const holder = await holdPlace(palabre, team.welcome._id);
    const changing = vi.spyOn(palabre.services.places, 'run');
    const both = [1, 2].map(() => camille.call(api.messages.remove, { params: { id } }));
    await vi.waitUntil(() => changing.mock.calls.length === 2);
    await holder.query('COMMIT');
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404]);
    await ears.settled();
    expect(ears.all('deleteMessage')).toHaveLength(1);
  });

  it('that edit a message deleted meanwhile find none, and leave it empty', async () => {
    const { _id: id } = await post(camille, team.welcome, 'adieu');
    const ears = await camille.connect();
    const holder = await holdPlace(palabre, team.welcome._id);
    const editing = edit(id, 'de retour');
    await vi.waitUntil(async () => (await countLockWaits(palabre)) === 1);
    await holder.query(`UPDATE messages SET content = '', deleted_at = now() WHERE id = $1`, [id]);
    await holder.query('COMMIT');
    const { status, body } = await editing;
    expect([status, body.code]).toEqual([404, 'not_found']);
    await ears.none('updateMessage');
  });

  it.each([
    ['message', `UPDATE messages SET content = '', deleted_at = now() WHERE id = $1`],
    ['channel', 'DELETE FROM places WHERE id = (SELECT place_id FROM messages WHERE id = $1)'],
  ])(
    'of a message whose %s is deleted meanwhile find none: an edit, a pin, a reaction and a deletion',
    async (_what, gone) => {
      const channel = await team.channel('chantier');
      const { _id: id } = await post(camille, channel, 'adieu');
      const params = { id };
      const holder = await holdPlace(palabre, channel._id);
      const changing = vi.spyOn(palabre.services.places, 'run');
      const changes = [
        edit(id, 'de retour'),
        camille.call(api.pins.pin, { params }),
        camille.call(api.reactions.add, { params, body: { reaction: '👍' } }),
        camille.call(api.messages.remove, { params }),
      ];
      await vi.waitUntil(() => changing.mock.calls.length === changes.length);
      await holder.query(gone, [id]);
      await holder.query('COMMIT');
      const answers = (await Promise.all(changes)).map(({ status, body }) => [status, body.code]);
      expect(answers).toEqual(changes.map(() => [404, 'not_found']));
    },
  );

  it('wait in line for one connection, and are refused beyond a bound; others post meanwhile', async () => {
    await karim.ok(api.workspaces.join, { params: team.params });
    const written = await post(camille, team.welcome, 'avant');
    const transactions = vi.spyOn(palabre.services.database.kysely, 'transaction');
    const holder = await holdPlace(palabre, team.welcome._id);
    const edits = Array.from({ length: 300 }, (_, i) => edit(written._id, `version ${i}`));
    const refused = await Promise.race(
      edits.map(async edit => ((await edit).status === 429 ? edit : new Promise(() => {}))),
    );
    expect(refused).toMatchObject({ body: { code: 'too_many_requests' } });
    expect((await send(karim, far.welcome._id, 'Bonjour')).status).toBe(201);
    const waiting = send(karim, team.welcome._id, 'après');
    expect(transactions.mock.calls.length).toBe(1);
    await holder.query('COMMIT');
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([200, 429]);
    expect((await waiting).status).toBe(201);
  });

  it('of two hundred people are all that wait: an edit and a pin behind them are refused, and made once they are over', async () => {
    const { _id: id } = await post(camille, team.welcome, 'avant');
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    // One person has no more than sixteen under way.
    const others = Array.from({ length: 200 }, () => palabre.services.places.run([team.welcome._id], () => held));
    const change = () => Promise.all([edit(id, 'après'), camille.call(api.pins.pin, { params: { id } })]);
    const behind = await Promise.race([change(), pause(eventWaitTimeoutMs, undefined, { ref: false })]);
    release();
    await Promise.all(others);
    expect(behind?.map(({ status }) => status)).toEqual([429, 429]);
    expect((await change()).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a nonce', () => {
  it('sent twice while its channel is deleted gets two answers', async () => {
    const channel = await team.channel('chantier');
    const nonce = randomUUID();
    const posts = vi.spyOn(palabre.services.posts, 'post');
    const inserts = beforeStoring(
      () => vi.waitUntil(() => posts.mock.calls.length === 3),
      () => camille.ok(api.channels.remove, { params: { id: channel._id } }),
    );
    const first = send(karim, far.welcome._id, 'Bonjour');
    await vi.waitUntil(() => inserts() === 1);
    const answers = await Promise.all([1, 2].map(() => send(camille, channel._id, 'une fois', nonce)));
    expect((await first).status).toBe(201);
    expect(answers.map(({ status, body }) => [status, (body as unknown as { code: string }).code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
  });

  it('sent to two places at once makes one message, and none in the other place', async () => {
    const other = await team.channel('chantier');
    const nonce = randomUUID();
    const places = [team.welcome._id, other._id];
    const answers = await Promise.all(places.map(id => send(camille, id, 'une fois', nonce)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const stored = await Promise.all(places.map(id => contents(camille, id)));
    expect(stored.flat()).toEqual(['une fois']);
    const won = answers.findIndex(({ status }) => status === 201);
    expect(answers[won]?.body.message.channelId).toBe(places[won]);
  });

  it('of a deleted message posts nothing again, and answers as if there were no place', async () => {
    const nonce = randomUUID();
    const { message } = (await send(camille, team.welcome._id, 'une fois', nonce)).body;
    await camille.ok(api.messages.remove, { params: { id: message._id } });
    const { status, body } = await send(camille, team.welcome._id, 'une fois', nonce);
    expect([status, (body as unknown as { code: string }).code]).toEqual([404, 'not_found']);
    expect(await contents(camille, team.welcome._id)).toEqual([]);
  });

  it('stored by another process after the check gives the same message', async () => {
    const there = new Person(elsewhere, camille.user, camille.token ?? '', camille.password);
    const nonce = randomUUID();
    let first: Awaited<ReturnType<typeof send>> | undefined;
    beforeStoring(async () => {
      first = await send(there, team.welcome._id, 'une fois', nonce);
    });
    const second = await send(camille, team.welcome._id, 'une fois', nonce);
    expect([first?.status, second.status]).toEqual([201, 200]);
    expect(second.body.message).toEqual(first?.body.message);
  });
});
