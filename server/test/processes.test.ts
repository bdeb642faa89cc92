import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { launchPalabre } from '../../tools/launch.ts';
import { sweepFiles } from '../features/messages/files/sweep.ts';
import { ReactionQueue } from '../features/messages/reactions/reaction-queue.ts';
import { Client } from './client.ts';
import { type Palabre, Person, startPalabre } from './harness.ts';
import { type Listener, openSocket } from './listener.ts';
import { sendMarker } from './marker.ts';
import { findRedis, TestRedis } from './outside/redis.ts';
import { createCrowd } from './people/crowd.ts';
import { talk, write } from './people/talk.ts';
import { createWorld, post, type World } from './people/world.ts';

/** Returns the same person, with their session, at another process. */
const at = (palabre: Palabre, person: Person): Person =>
  new Person(palabre, person.user, person.token ?? '', person.password);

const is =
  (message: Message) =>
  (heard: Message): boolean =>
    heard._id === message._id;

/** Waits until all events sent so far by a process have arrived at a person's socket. */
async function heardAllOf(palabre: Palabre, person: Person, ears: Listener): Promise<void> {
  await ears.arrived(await sendMarker(palabre.services.broadcaster, person.id));
}

const never = () => new Promise<string>(() => {});

/** Starts a separate process beside a server of the test. */
async function startProcess({ services: { env }, dataDir }: Palabre) {
  const launched = launchPalabre({
    variables: {
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: env.databaseUrl,
      REDIS_URL: env.redisUrl,
      JWT_SECRET: new TextDecoder().decode(env.jwtSecret),
      LOG_LEVEL: 'silent',
    },
  });
  onTestFinished(() => launched.stop('SIGKILL'));
  return launched.ready();
}

/** Records the reactions that come to stand in a line from now on, and holds each pause of the queues until the test ends it. */
function holdReactions() {
  const asked = vi.spyOn(ReactionQueue.prototype, 'wait');
  const rests: { ms: number; end: () => void }[] = [];
  const resting = vi
    .spyOn(ReactionQueue.prototype, 'rest')
    .mockImplementation(ms => new Promise(end => void rests.push({ ms, end })));
  onTestFinished(() => {
    for (const spy of [asked, resting]) spy.mockRestore();
    for (const { end } of rests) end();
  });
  return { asked, rests };
}

const ready = async (palabre: Palabre) => (await fetch(`${palabre.url}/readyz`)).json() as Promise<{ redis: string }>;
const untilRedis = (palabre: Palabre, state: 'ok' | 'down') =>
  vi.waitFor(async () => expect((await ready(palabre)).redis).toBe(state), { interval: 50 });

/** Waits of one process for the other are as long as it takes: none ends by time because the machine is slow. */
const patient = { limits: true, cluster: { answerWithinMs: waitTimeoutMs, awaitedForMs: waitTimeoutMs } };

describe.skipIf(!findRedis())('two processes on one database (skipped without redis-server)', () => {
  let redis: TestRedis;
  let one: Palabre;
  let two: Palabre;
  let world: World;

  beforeAll(async () => {
    redis = await TestRedis.start();
    one = await startPalabre({ ...patient, env: { REDIS_URL: redis.url } });
    const shared = {
      ...{ REDIS_URL: redis.url, DATABASE_URL: one.services.env.databaseUrl ?? '' },
      DATA_DIR: one.dataDir,
    };
    two = await startPalabre({ ...patient, env: shared });
    world = await createWorld(one);
  });
  afterAll(() => redis.stop());

  it('deliver a post to the sockets of both, once each', async () => {
    const { camille, karim, chantier } = world;
    const [here, there] = [await camille.connect(), await at(two, karim).connect()];
    const message = await post(camille, chantier, 'Le béton arrive à dix heures.');
    await Promise.all([here.next('newMessage', is(message)), there.next('newMessage', is(message))]);
    const answer = await post(at(two, karim), chantier, 'Bien reçu.');
    await Promise.all([here.next('newMessage', is(answer)), there.next('newMessage', is(answer))]);
    await heardAllOf(one, karim, there);
    await heardAllOf(two, camille, here);
    for (const ears of [here, there]) {
      for (const posted of [message, answer]) expect(ears.all('newMessage', is(posted))).toHaveLength(1);
    }
  });

  it('deliver nothing of a private channel to others in either', async () => {
    const { camille, karim, leonie, direction } = world;
    const [karims, leonies] = [await at(two, karim).connect(), await at(two, leonie).connect()];
    const message = await post(camille, direction, 'Reste entre nous : la prime de décembre.');
    await leonies.next('newMessage', is(message));
    await heardAllOf(one, karim, karims);
    expect(karims.all('newMessage', is(message))).toEqual([]);
  });

  it('give and take a right in both at once', async () => {
    const { camille, souleymane, conduite, direction } = world;
    const ears = await at(two, souleymane).connect();
    const params = { id: conduite._id };
    const { role } = await camille.ok(api.roles.update, {
      params,
      body: { users: [...conduite.users, souleymane.id] },
    });
    expect(role.users).toContain(souleymane.id);
    const seen = await post(camille, direction, 'Bienvenue à la direction.');
    await ears.next('newChannel', channel => channel._id === direction._id);
    await ears.next('newMessage', is(seen));
    await camille.ok(api.roles.update, { params, body: { users: conduite.users } });
    const hidden = await post(camille, direction, 'Sans Souleymane.');
    await ears.next('deleteChannel', channel => channel._id === direction._id);
    await heardAllOf(one, souleymane, ears);
    expect(ears.all('newMessage', is(hidden))).toEqual([]);
  });

  it('let people into a conversation and out of it, wherever their sockets are', async () => {
    const { camille, karim, helene, yann } = world;
    const conversation = await talk(camille, karim, helene);
    const [karims, yanns] = [await at(two, karim).connect(), await at(two, yann).connect()];
    const params = { id: conversation._id };
    await camille.ok(api.conversations.add, { params, body: { users: [yann.id] } });
    await yanns.next('newConversation', ({ _id }) => _id === conversation._id);
    const seen = await write(camille, conversation, 'Bienvenue Yann.');
    await Promise.all([karims.next('newMessage', is(seen)), yanns.next('newMessage', is(seen))]);
    await karim.ok(api.conversations.leave, { params });
    await karims.next('deleteConversation', ({ _id }) => _id === conversation._id);
    const unseen = [
      await write(camille, conversation, 'Sans Karim.'),
      await write(at(two, yann), conversation, 'Toujours sans lui.'),
    ];
    await yanns.next('newMessage', is(unseen[1] as Message));
    await heardAllOf(one, karim, karims);
    await heardAllOf(two, karim, karims);
    for (const message of unseen) expect(karims.all('newMessage', is(message))).toEqual([]);
  });

  it('tell who types, and serve and sweep files stored by either', async () => {
    const { camille, karim, chantier } = world;
    const [here, there] = [await camille.connect(), await at(two, karim).connect()];
    there.socket.emit('typing', { channelId: chantier._id });
    await here.next('typing', ({ userId }) => userId === karim.id);
    const { message } = await at(two, karim).ok(api.messages.send, {
      body: { channelId: chantier._id },
      files: [{ bytes: Buffer.from('Le plan'), name: 'plan.txt' }],
    });
    const url = message.fileAttachments[0]?.url ?? '';
    const read = async ({ url: server }: Palabre) => {
      const answer = await fetch(server + url, { headers: { cookie: `token=${camille.token}`, range: 'bytes=3-' } });
      return [answer.status, answer.ok && (await answer.text())];
    };
    expect(await Promise.all([read(one), read(two)])).toEqual([
      [206, 'plan'],
      [206, 'plan'],
    ]);
    await karim.ok(api.messages.remove, { params: { id: message._id } });
    expect(await Promise.all([read(one), read(two)])).toEqual([
      [404, false],
      [404, false],
    ]);
    await Promise.all([sweepFiles(one.services), sweepFiles(two.services)]);
    const kept = await readdir(join(one.dataDir, 'files'), { recursive: true });
    expect(kept.filter(name => name.includes(url.split('/')[3] ?? ''))).toEqual([]);
  });

  it('share the pace of one message’s events, however many people react in both', async () => {
    const { database, env } = one.services;
    const people = 200;
    const crowd = await createCrowd(database, new TextDecoder().decode(env.jwtSecret), { people });
    const clients = crowd.tokens.map((token, n) => new Client((n % 2 ? two : one).url, token));
    const channelId = crowd.channelIds[0] as string;
    const body = { channelId, content: 'Qui vient samedi ?' };
    const { message } = await (clients[0] as Client).ok(api.messages.send, { body });
    // Adds 800 reactions, so that one more hardly changes their size.
    const others = Array.from({ length: 800 }, () => crypto.randomUUID());
    const before = JSON.stringify([{ reaction: '👀', usersId: others }]);
    await database.pool.query('UPDATE messages SET reactions = $2 WHERE id = $1', [message._id, before]);
    const [token = '', userId = ''] = [crowd.tokens[0], crowd.userIds[0]];
    const ears = await Promise.all([one.connect(token, userId), two.connect(token, userId)]);
    const { asked, rests } = holdReactions();
    const react = (n: number) =>
      clients[n]?.ok(api.reactions.add, { params: { id: message._id }, body: { reaction: '👍' } });
    await react(0);
    await vi.waitUntil(() => rests.length === 1);
    await react(1);
    await vi.waitUntil(() => rests.length === 2);
    // Each queue continues after its pause, and finds that the other has changed the message meanwhile.
    for (const n of [2, 3]) {
      const waiting = react(n);
      await vi.waitUntil(() => asked.mock.calls.length === n + 1);
      rests[n - 2]?.end();
      await waiting;
      await vi.waitUntil(() => rests.length === n + 1);
    }
    const waiting = Array.from({ length: people - 4 }, (_, n) => react(n + 4));
    await vi.waitUntil(() => asked.mock.calls.length === people);
    for (const { end } of rests) end();
    await Promise.all(waiting);
    // 64 KB a second in all; neither knows of the other before its second change.
    const usual = before.length / 64;
    expect(rests.slice(0, 4).map(({ ms }) => Math.round(ms / usual))).toEqual([1, 1, 2, 2]);
    for (const heard of ears) {
      for (const { services } of [one, two]) await heard.arrived(await sendMarker(services.broadcaster, userId));
      const told = heard.all('updateMessage', is(message)).sort((a, b) => a.seq - b.seq);
      expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6].map(n => message.seq + n));
      expect(new Set(told.at(-1)?.reactions[1]?.usersId)).toEqual(new Set(crowd.userIds));
    }
  });

  it('make one conversation for two people who begin it at once in both', async () => {
    const [nadia, omar] = [await one.register({ firstName: 'Nadia' }), await one.register({ firstName: 'Omar' })];
    const begun = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? talk(nadia, omar) : talk(at(two, omar), nadia))),
    );
    expect(new Set(begun.map(({ _id }) => _id)).size).toBe(1);
  });

  it('silence a kicked person at once, wherever their socket is', async () => {
    const { camille, atelier, chantier } = world;
    const nadia = await one.register({ firstName: 'Nadia' });
    await nadia.ok(api.workspaces.join, { params: { id: atelier._id } });
    const ears = await at(two, nadia).connect();
    const before = await post(camille, chantier, 'Bonjour Nadia.');
    await ears.next('newMessage', is(before));
    await camille.ok(api.members.kick, { params: { id: atelier._id }, body: { userId: nadia.id } });
    const [fromOne, fromTwo] = [
      await post(camille, chantier, 'Elle est partie.'),
      await post(at(two, camille), chantier, 'Partie de partout.'),
    ];
    await ears.next('deleteWorkspace', workspace => workspace._id === atelier._id);
    await heardAllOf(one, nadia, ears);
    await heardAllOf(two, nadia, ears);
    expect(ears.all('newMessage', message => message._id !== before._id)).toEqual([]);
    expect([fromOne.content, fromTwo.content]).toHaveLength(2);
  });

  it('end a session in both: its socket closes, its token is refused', async () => {
    const { karim } = world;
    const session = await karim.elsewhere();
    const ears = await at(two, session).connect();
    await at(two, session).ok(api.users.me);
    await session.ok(api.users.logout);
    expect((await at(two, session).call(api.users.me)).status).toBe(401);
    await ears.closed;
  });

  it('show a person online while they are in either', async () => {
    const { camille, helene, atelier } = world;
    const odile = await one.register({ firstName: 'Odile' });
    await odile.ok(api.workspaces.join, { params: { id: atelier._id } });
    const ears = await camille.connect();
    const heard = (status: string) => ears.all('userUpdate', user => user._id === odile.id && user.status === status);
    const first = await at(two, odile).connect();
    await ears.next('userUpdate', user => user._id === odile.id && user.status === 'online');
    // Her presence in the second process is recorded once others hear the status that she set there.
    await (await odile.connect()).setStatus('busy');
    await ears.next('userUpdate', user => user._id === odile.id && user.status === 'busy');
    first.close();
    // A later change by the process she left, told in the same order.
    const helenes = await at(two, helene).connect();
    await helenes.setStatus('busy');
    await helenes.next('userUpdate', user => user._id === helene.id && user.status === 'busy');
    expect((await camille.ok(api.users.one, { params: { id: odile.id } })).user.status).toBe('busy');
    expect([heard('online').length, heard('busy').length, heard('offline').length]).toEqual([1, 1, 0]);
  });

  it('show a person away once idle in both, and online as soon as active in one', async () => {
    const { camille, atelier } = world;
    const nora = await one.register({ firstName: 'Nora' });
    await nora.ok(api.workspaces.join, { params: { id: atelier._id } });
    const ears = await camille.connect();
    const is = (status: string) => (user: { _id: string; status: string }) =>
      user._id === nora.id && user.status === status;
    const auth = { token: nora.token, idle: 11 * 60_000 };
    const open = ({ url }: Palabre) => {
      const socket = io(url, { auth, transports: ['websocket'], forceNew: true });
      onTestFinished(() => void socket.disconnect());
      return socket;
    };
    // Her presence in the first process is recorded once others hear of it.
    open(one);
    await ears.next('userUpdate', is('away'));
    const there = open(two);
    there.emit('activity');
    await ears.next('userUpdate', is('online'));
    there.disconnect();
    await ears.next('userUpdate', is('away'));
    expect(ears.all('userUpdate', is('offline'))).toEqual([]);
  });

  it('share their rate limits', async () => {
    const codes = Array.from({ length: 20 }, (_, n) => `AAAAAA${n + 10}`);
    const yanns = [world.yann, at(two, world.yann)];
    const accept = (code: string, n: number) => yanns[n % 2]?.call(api.invites.accept, { params: { code } });
    const answers = await Promise.all(codes.map(accept));
    expect(answers.map(answer => answer?.status)).toEqual(codes.map(() => 404));
    for (const yann of yanns)
      expect((await yann.call(api.invites.accept, { params: { code: 'AAAAAAAA' } })).status).toBe(429);
  });

  describe('when Redis is paused', () => {
    it('keep serving their own sockets, and lose nothing', async () => {
      const { camille, karim, chantier } = world;
      const [here, there] = [await camille.connect(), await at(two, karim).connect()];
      redis.pause();
      try {
        const early = await post(camille, chantier, 'Redis vient de s’arrêter.');
        await here.next('newMessage', is(early));
        await Promise.all([untilRedis(one, 'down'), untilRedis(two, 'down')]);
        expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
        expect(await (await fetch(`${one.url}/metrics`)).text()).toContain('palabre_redis_up 0');
        const late = await post(at(two, karim), chantier, 'Ici aussi.');
        await there.next('newMessage', is(late));
        expect([there.all('newMessage', is(early)), here.all('newMessage', is(late))]).toEqual([[], []]);
        redis.resume();
        await Promise.all([there.next('newMessage', is(early)), here.next('newMessage', is(late))]);
        await Promise.all([untilRedis(one, 'ok'), untilRedis(two, 'ok')]);
        expect([here.socket.connected, there.socket.connected]).toEqual([true, true]);
        for (const ears of [here, there]) {
          for (const posted of [early, late]) expect(ears.all('newMessage', is(posted))).toHaveLength(1);
        }
      } finally {
        redis.resume();
      }
    });

    it('end sessions and take rights all the same, through the database', async () => {
      const { camille, karim, atelier, chantier } = world;
      const nadia = await one.register({ firstName: 'Nadia' });
      await nadia.ok(api.workspaces.join, { params: { id: atelier._id } });
      const session = await karim.elsewhere();
      const [nadias, sessions] = [await at(two, nadia).connect(), await at(two, session).connect()];
      redis.pause();
      try {
        await Promise.all([untilRedis(one, 'down'), untilRedis(two, 'down')]);
        await session.ok(api.users.logout);
        expect((await at(two, session).call(api.users.me)).status).toBe(401);
        await sessions.closedWithin(waitTimeoutMs);
        await camille.ok(api.members.kick, { params: { id: atelier._id }, body: { userId: nadia.id } });
        await vi.waitFor(async () => {
          const said = await post(at(two, camille), chantier, 'Toujours là ?');
          await nadias.settled();
          expect(nadias.all('newMessage', is(said))).toEqual([]);
        });
      } finally {
        redis.resume();
      }
      await Promise.all([untilRedis(one, 'ok'), untilRedis(two, 'ok')]);
    });
  });

  it('make their clients reconnect and catch up, after Redis was lost', async () => {
    const { camille, karim, chantier } = world;
    const there = await at(two, karim).connect();
    const seen = await post(camille, chantier, 'Avant la coupure.');
    await there.next('newMessage', is(seen));
    await redis.kill();
    const missed = await post(camille, chantier, 'Pendant la coupure.');
    await redis.start();
    expect(await there.closedWithin(waitTimeoutMs)).toBe('transport close');
    const query = { channelId: chantier._id, after: seen.seq };
    const { messages } = await at(two, karim).ok(api.messages.changes, { query });
    expect(messages.map(message => message._id)).toEqual([missed._id]);
    await Promise.all([untilRedis(one, 'ok'), untilRedis(two, 'ok')]);
    // Retries as a page does, if it is closed once more: each process may notice the loss at another moment.
    await vi.waitFor(async () => {
      const again = await at(two, karim).connect();
      const next = await post(camille, chantier, 'Après la coupure.');
      await Promise.race([again.next('newMessage', is(next)), again.closed.then(reason => Promise.reject(reason))]);
    });
  });

  it('continue when one is killed, and make its clients catch up on what it may not have sent', async () => {
    const { camille, karim, chantier } = world;
    const killed = await startProcess(one);
    const [there, lost] = [await at(two, karim).connect(), await openSocket(killed.url, camille.token ?? '', never)];
    const said = await post(new Client(killed.url, camille.token), chantier, 'Dit par le troisième.');
    await Promise.all([there.next('newMessage', is(said)), lost.next('newMessage', is(said))]);
    killed.kill('SIGKILL');
    await lost.closed;
    const after = await post(camille, chantier, 'Sans le troisième.');
    await there.next('newMessage', is(after));
    expect(await there.closedWithin(waitTimeoutMs)).toBe('transport close');
    const query = { channelId: chantier._id, after: said.seq - 1 };
    const { messages } = await at(two, karim).ok(api.messages.changes, { query });
    expect(messages.map(message => message._id)).toEqual([said._id, after._id]);
  });

  it('refuse to start, in one line, when Redis does not answer', async () => {
    const start = startPalabre({ env: { REDIS_URL: 'redis://:motsecret@127.0.0.1:1' } });
    const error = await start.catch((error: Error) => error);
    expect(error).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^REDIS_URL : [^\n]*127\.0\.0\.1:1/),
    });
    expect(String(error)).not.toContain('motsecret');
  });
});
