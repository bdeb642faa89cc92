import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { holdRooms } from '../../../test/hold-rooms.ts';
import { hostGuest } from '../../../test/people/guests.ts';
import { gather, type Team } from '../../../test/people/team.ts';

/** Tests posts when emitting their events fails, or has to wait. */

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register({ firstName: 'Camille' });
  karim = await palabre.register({ firstName: 'Karim' });
});

beforeEach(async () => {
  team = await gather(camille, karim);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const send = (channelId: string, content: string) => camille.call(api.messages.send, { body: { channelId, content } });
const stored = async (channelId: string) =>
  (await camille.ok(api.messages.page, { query: { channelId } })).messages.map(message => message.content);

describe('posts whose events cannot be emitted', () => {
  const contents = ['un', 'deux', 'trois', 'quatre'];

  it('are stored once and answered once, and later posts are emitted', async () => {
    const channelId = team.welcome._id;
    const socket = await karim.connect();
    const { broadcaster } = palabre.services;
    const really = broadcaster.send;
    const sending = vi.spyOn(broadcaster, 'send').mockImplementation((...event) => {
      if (JSON.stringify(event).includes('"deux"')) throw new Error('the adapter is broken');
      really(...event);
    });
    const replies = await Promise.all(contents.map(content => send(channelId, content)));
    expect(replies.map(({ status, body }) => [status, body.message.content])).toEqual(
      contents.map(content => [201, content]),
    );
    await socket.settled();
    expect(sending.mock.calls.filter(([name]) => name === 'newMessage')).toHaveLength(contents.length);
    // Posted at once: any of them may come first, and is heard in the order in which it is stored.
    const kept = await stored(channelId);
    const heard = socket.all('newMessage').map(message => message.content);
    expect(heard).toEqual(kept.filter(content => content !== 'deux'));
    expect(kept.toSorted()).toEqual(contents.toSorted());
  });

  it('do not stop the answer of an edit that was stored', async () => {
    const { body } = await send(team.welcome._id, 'avant');
    vi.spyOn(palabre.services.broadcaster, 'send').mockImplementation(() => {
      throw new Error('the adapter is broken');
    });
    const params = { id: body.message._id };
    const edited = await camille.call(api.messages.edit, { params, body: { content: 'après' } });
    expect([edited.status, edited.body.message.content]).toEqual([200, 'après']);
    expect(await stored(team.welcome._id)).toEqual(['après']);
  });
});

/** Fails the next statement that stores posts, after it has run or in place of it. */
function failStoring(code: string, { isStored }: { isStored: boolean }): void {
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let times = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const isNext = /^posts-insert/.test((args[0] as { name?: string }).name ?? '') && times++ === 0;
    if (!isNext || isStored) {
      const result = await really(...args);
      if (!isNext) return result;
    }
    throw Object.assign(new Error('the statement failed'), { code });
  }) as never);
}

it.each([
  ['', undefined],
  [' with a file', [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }]],
])(
  'A post%s stored by a statement whose answer was lost is told once, however often it is sent again',
  async (_with, files) => {
    const body = { channelId: team.welcome._id, content: 'une fois', nonce: randomUUID() as string };
    const ears = await karim.connect();
    failStoring('57P01', { isStored: true });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await camille.call(api.messages.send, { body, ...(files && { files }) })).status);
    expect(statuses).toEqual([503, 200, 200]);
    expect(await stored(team.welcome._id)).toEqual(['une fois']);
    const { messages } = await karim.ok(api.messages.page, { query: { channelId: team.welcome._id } });
    const urls = messages.flatMap(({ fileAttachments }) => fileAttachments.map(({ url }) => url));
    expect(urls).toHaveLength(files?.length ?? 0);
    for (const url of urls) expect((await karim.raw('GET', url)).status).toBe(200);
    await ears.settled();
    expect(ears.all('newMessage').map(({ content }) => content)).toEqual(['une fois']);
  },
);

it('A post stored by a statement whose answer was lost calls once whom it names and whom it answers', async () => {
  const yann = await palabre.register({ firstName: 'Yann' });
  await yann.ok(api.workspaces.join, { params: team.params });
  const channelId = team.welcome._id;
  const { message: asked } = await karim.ok(api.messages.send, { body: { channelId, content: 'Qui vient ?' } });
  const ears = [await karim.connect(), await yann.connect()];
  const body = { channelId, content: `<@${yann.id}> et moi`, replyTo: asked._id, nonce: randomUUID() as string };
  failStoring('57P01', { isStored: true });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await camille.call(api.messages.send, { body })).status);
  expect(statuses).toEqual([503, 200, 200]);
  // Events arrive in order: this message's event follows all events of the others.
  const { body: last } = await send(channelId, `<@${karim.id}> <@${yann.id}> fin`);
  for (const one of ears) {
    await one.next('newNotification', ({ _id }) => _id === last.message._id);
    expect(one.all('newNotification')).toHaveLength(2);
  }
});

it('A reply for its channel too, stored by a transaction whose answer was lost, is told once in both when it is sent again', async () => {
  const { body: root } = await send(team.welcome._id, 'racine');
  const ears = await karim.connect();
  const { query } = pg.Client.prototype;
  const storing = new Set<pg.Client>();
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const answer = (query as (...args: unknown[]) => Promise<unknown>).apply(this, args);
    const [asked] = args as [string | { name?: string }];
    if ((asked as { name?: string }).name === 'posts-insert-replying') storing.add(this);
    if (asked !== 'COMMIT' || !storing.delete(this)) return answer;
    return answer.then(() => Promise.reject(Object.assign(new Error('the answer was lost'), { code: '57P01' })));
  } as never);
  const body = { threadOf: root.message._id, content: 'aux deux', alsoInPlace: true, nonce: randomUUID() as string };
  const answers = [];
  for (let n = 0; n < 3; n += 1) {
    answers.push(await camille.call(api.messages.send, { body }));
    storing.clear();
  }
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
  const { _id, copyId } = answers[1]?.body.message ?? {};
  await ears.settled();
  const heard = ears.all('newMessage', ({ content }) => content === 'aux deux');
  expect(heard.map(one => one._id)).toEqual([_id, copyId]);
  const { messages } = await karim.ok(api.messages.page, { query: { channelId: team.welcome._id } });
  expect(messages.at(-1)).toEqual(heard[1]);
});

it('A post whose statement the database ends to undo a deadlock is stored by the next', async () => {
  failStoring('40P01', { isStored: false });
  expect((await send(team.welcome._id, 'quand même')).status).toBe(201);
  expect(await stored(team.welcome._id)).toEqual(['quand même']);
});

it('Posts stored together by a statement whose answer was lost are each stored once', async () => {
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const posting = vi.spyOn(palabre.services.posts, 'post');
  let times = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if ((args[0] as { name?: string }).name !== 'posts-insert') return really(...args);
    times += 1;
    const isSecond = times === 2;
    // The other posts wait for the first, and are stored in one batch.
    if (times === 1) await vi.waitUntil(() => posting.mock.calls.length === 3);
    const result = await really(...args);
    if (isSecond) throw Object.assign(new Error('the answer was lost'), { code: '57P01' });
    return result;
  }) as never);
  const first = send(team.welcome._id, 'un');
  await vi.waitUntil(() => times === 1);
  const others = ['deux', 'trois'].map(content => send(team.welcome._id, content));
  const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
  expect(statuses).toEqual([201, 503, 503]);
  expect((await stored(team.welcome._id)).sort()).toEqual(['deux', 'trois', 'un']);
});

it('Posts that are stored together fail each for itself: one that the database refuses stops no other', async () => {
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const asked = args[0] as { name?: string; values?: unknown };
    if (asked.name === 'posts-insert' && JSON.stringify(asked.values).includes('refusé'))
      throw Object.assign(new Error('the statement failed'), { code: '22021' });
    return really(...args);
  }) as never);
  const contents = ['un', 'refusé', 'trois'];
  const replies = await Promise.all(contents.map(content => send(team.welcome._id, content)));
  expect(replies.map(({ status }) => status)).toEqual([201, 400, 201]);
  expect(await stored(team.welcome._id)).toEqual(['un', 'trois']);
});

it.each([
  ['40P01', 201, ['racine', 'aux deux', 'seul']],
  ['22021', 400, ['racine', 'seul']],
] as const)(
  'A reply for its channel too, whose statement fails with %s, is answered with %i, and stops no other post',
  async (code, status, left) => {
    const { body: root } = await send(team.welcome._id, 'racine');
    const { query } = pg.Client.prototype;
    let times = 0;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const isNext = (args[0] as { name?: string }).name === 'posts-insert-replying' && times++ === 0;
      if (!isNext) return (query as (...args: unknown[]) => unknown).apply(this, args);
      return Promise.reject(Object.assign(new Error('the statement failed'), { code }));
    } as never);
    const reply = { threadOf: root.message._id, channelId: team.welcome._id, content: 'aux deux', alsoInPlace: true };
    const both = [camille.call(api.messages.send, { body: reply }), send(team.welcome._id, 'seul')];
    expect((await Promise.all(both)).map(answer => answer.status)).toEqual([status, 201]);
    expect((await stored(team.welcome._id)).sort()).toEqual([...left].sort());
  },
);

it('A post of a guest says that they are one, as a page does', async () => {
  const { guest, site } = await hostGuest(palabre, camille, karim);
  const { message } = await guest.ok(api.messages.send, { body: { channelId: site._id, content: 'Bonjour' } });
  expect(message.sender.guest).toBe(true);
  expect((await camille.ok(api.messages.page, { query: { channelId: site._id } })).messages).toEqual([message]);
  const query = { channelId: site._id, after: message.seq, authorsFrom: 0 };
  expect((await camille.ok(api.messages.changes, { query })).authors).toEqual([message.sender]);
});

it('A guest whose post is judged together with a member’s posts where they are let in, and nowhere else', async () => {
  const { guest, site, hidden } = await hostGuest(palabre, camille, karim);
  const { first: pool } = palabre.services.database;
  const really = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const posting = vi.spyOn(palabre.services.posts, 'post');
  const judged: number[] = [];
  // The first post is judged once the others wait behind it.
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    const { name, values } = args[0] as { name?: string; values?: unknown[][] };
    if (name === 'posting-access' && judged.push(values?.[0]?.length ?? 0) === 1)
      await vi.waitUntil(() => posting.mock.calls.length === 4);
    return really(...args);
  }) as never);
  const first = send(team.welcome._id, 'un');
  await vi.waitUntil(() => judged.length > 0);
  const sendAs = async (who: Person, channelId: string) =>
    (await who.call(api.messages.send, { body: { channelId, content: 'deux' } })).status;
  const together = [sendAs(camille, site._id), sendAs(guest, site._id), sendAs(guest, hidden._id)];
  expect(await Promise.all(together)).toEqual([201, 201, 404]);
  expect([(await first).status, judged]).toEqual([201, [1, 3]]);
});

it('Posts in a channel are emitted after the rights of people who have just gained its sight', async () => {
  const channel = await team.channel('direction', 'private');
  const socket = await karim.connect();
  const { held, letGo } = holdRooms(palabre);
  const opened = team.role({ users: [karim.id], visibleChannels: [channel._id] });
  await held;
  expect((await send(channel._id, 'Bienvenue')).status).toBe(201);
  await socket.none('newMessage');
  letGo();
  await opened;
  expect((await socket.next('newMessage')).content).toBe('Bienvenue');
  const names = socket.heard.map(event => event.name).filter(name => /Channel|Message/.test(name));
  expect(names).toEqual(['newChannel', 'newMessage']);
});

it('Posts do not wait for the rights of another workspace', async () => {
  const other = await gather(camille, karim);
  const socket = await camille.connect();
  const { held, letGo } = holdRooms(palabre);
  const kicked = camille.ok(api.members.kick, { params: other.params, body: { userId: karim.id } });
  await held;
  await send(team.welcome._id, 'Bonjour');
  expect((await socket.next('newMessage')).content).toBe('Bonjour');
  letGo();
  await kicked;
});
