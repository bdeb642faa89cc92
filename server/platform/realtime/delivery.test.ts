import { once } from 'node:events';
import { Socket as NetSocket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import { io } from 'socket.io-client';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { type Palabre, type Person, startPalabre } from '../../test/harness.ts';
import { countFromNow } from '../../test/measures.ts';
import { gather, type Team } from '../../test/people/team.ts';
import { Delivery } from './delivery.ts';
import { rooms, to } from './rooms.ts';

let palabre: Palabre;
let camille: Person;
let karim: Person;
let team: Team;
beforeAll(async () => {
  palabre = await startPalabre();
  [camille, karim] = [await palabre.register(), await palabre.register()];
  team = await gather(camille, karim);
});
afterEach(() => void vi.restoreAllMocks());

/** Sends an event to rooms, as a change would. */
const say = (word: string, ...names: string[]) =>
  palabre.services.broadcaster.send('deleteChannel', { _id: word }, to(...names));

describe('events of one turn', () => {
  it('to the same rooms leave each socket in one write', async () => {
    const [one, two] = [await camille.connect(), await karim.connect()];
    await Promise.all([one.settled(), two.settled()]);
    const writes: string[] = [];
    const write = NetSocket.prototype._write;
    vi.spyOn(NetSocket.prototype, '_write').mockImplementation(function (this: NetSocket, chunk, encoding, done) {
      if (chunk.includes('ensemble-')) writes.push(chunk.toString());
      write.call(this, chunk, encoding, done);
    });
    const grown = await countFromNow(palabre.url);
    const words = Array.from({ length: 20 }, (_, n) => `ensemble-${n}.`);
    for (const word of words) say(word, rooms.workspace(team.id));
    for (const ears of [one, two]) {
      await ears.next('deleteChannel', ({ _id }) => _id === 'ensemble-19.');
      expect(ears.all('deleteChannel').map(({ _id }) => _id)).toEqual(words);
    }
    expect(writes).toHaveLength(2);
    // Each event counts for each of both sockets.
    expect((await grown()).palabre_deliveries_total).toBeGreaterThanOrEqual(40);
  });

  it('sent together leave each socket in one write, whichever of them it hears', async () => {
    const [one, two] = [await camille.connect(), await karim.connect()];
    await Promise.all([one.settled(), two.settled()]);
    const writes: string[] = [];
    const write = NetSocket.prototype._write;
    vi.spyOn(NetSocket.prototype, '_write').mockImplementation(function (this: NetSocket, chunk, encoding, done) {
      if (chunk.includes('groupe-')) writes.push(chunk.toString());
      write.call(this, chunk, encoding, done);
    });
    const said = (word: string, ...names: string[]) =>
      ({ name: 'deleteChannel', payload: { _id: word }, target: to(...names) }) as const;
    say('avant', rooms.workspace(team.id));
    palabre.services.broadcaster.sendTogether([
      said('groupe-tous', rooms.workspace(team.id)),
      said('groupe-elle', rooms.user(camille.id)),
      said('groupe-deux', rooms.workspace(team.id), rooms.user(karim.id)),
      said('groupe-nul', rooms.user(team.id)),
      {
        name: 'deleteChannel',
        payload: { _id: 'groupe-sauf' },
        target: { rooms: [rooms.workspace(team.id)], except: [rooms.user(karim.id)] },
      },
    ]);
    say('après', rooms.workspace(team.id));
    await Promise.all([one.settled(), two.settled()]);
    const heard = (ears: typeof one) => ears.all('deleteChannel').map(({ _id }) => _id);
    expect(heard(one)).toEqual(['avant', 'groupe-tous', 'groupe-elle', 'groupe-deux', 'groupe-sauf', 'après']);
    expect(heard(two)).toEqual(['avant', 'groupe-tous', 'groupe-deux', 'après']);
    // Sockets of other tests hear them too.
    const whole = (written: string) => written.includes('groupe-tous') && written.includes('groupe-deux');
    expect([writes.length > 1, writes.filter(written => !whole(written))]).toEqual([true, []]);
  });

  it('to different rooms arrive in order, once for a socket in several', async () => {
    const [one, two] = [await camille.connect(), await karim.connect()];
    say('à tous', rooms.workspace(team.id));
    say('à elle', rooms.user(camille.id));
    say('aux deux', rooms.user(camille.id), rooms.workspace(team.id), rooms.user(karim.id));
    say('à nul', rooms.user(team.id));
    palabre.services.broadcaster.send(
      'deleteChannel',
      { _id: 'sauf lui' },
      { rooms: [rooms.workspace(team.id)], except: [rooms.user(karim.id)] },
    );
    say('fin', rooms.workspace(team.id));
    await Promise.all([one.settled(), two.settled()]);
    const heard = (ears: typeof one) => ears.all('deleteChannel').map(({ _id }) => _id);
    expect(heard(one)).toEqual(['à tous', 'à elle', 'aux deux', 'sauf lui', 'fin']);
    expect(heard(two)).toEqual(['à tous', 'aux deux', 'fin']);
  });

  it('before the end of a session arrive before its socket closes', async () => {
    const away = await karim.elsewhere();
    const ears = await away.connect();
    const sid = JSON.parse(Buffer.from(away.token?.split('.')[1] ?? '', 'base64url').toString()).sid;
    const ended = await palabre.services.sessions.end(palabre.services.database.kysely, { sid });
    say('au revoir', rooms.user(karim.id));
    await Promise.all([ended.done(), ears.closed]);
    expect(ears.all('deleteChannel')).toEqual([{ _id: 'au revoir' }]);
  });

  it('arrive whole, however long', async () => {
    const ears = await camille.connect();
    const around = (length: number) => [length - 40, length - 1, length, length + 1].map(size => 'é'.repeat(size / 2));
    const words = [...around(126), ...around(65_536), 'é'.repeat(1_000_000), ''];
    for (const word of words) say(word, rooms.user(camille.id));
    await ears.settled();
    expect(ears.all('deleteChannel').map(({ _id }) => _id)).toEqual(words);
    for (const word of words) {
      say(word, rooms.user(camille.id));
      await ears.settled();
    }
    expect(ears.all('deleteChannel').map(({ _id }) => _id)).toEqual([...words, ...words]);
  });

  it('arrive at a polling client', async () => {
    const socket = io(palabre.url, {
      auth: { token: camille.token },
      transports: ['polling'],
      reconnection: false,
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    const heard: string[] = [];
    socket.on('deleteChannel', ({ _id }) => heard.push(_id));
    await new Promise<void>(resolve => socket.once('connect', resolve));
    for (const word of ['un', 'deux', 'trois']) say(word, rooms.user(camille.id));
    await vi.waitFor(() => expect(heard).toEqual(['un', 'deux', 'trois']));
  });
});

it('a client is cut off once five thousand packets wait for it, and not before', () => {
  const behind = (packets: number) => {
    const [write, terminate] = [vi.fn(), vi.fn()];
    const conn = {
      ...{ readyState: 'open', upgrading: false, writeBuffer: Array(packets).fill({}), write },
      transport: { writable: false, socket: { readyState: 1, terminate } },
    };
    const adapter = { rooms: new Map([['user:x', new Set(['s'])]]) };
    const delivery = new Delivery({ of: () => ({ adapter, sockets: new Map([['s', { conn }]]) }) } as never);
    for (const _id of ['un', 'deux']) delivery.send('deleteConversation', { _id }, to('user:x'));
    delivery.flush();
    return [write.mock.calls.length, terminate.mock.calls.length, { ...delivery.counts }];
  };
  expect(behind(4_998)).toEqual([2, 0, { events: 2, dropped: 0 }]);
  expect(behind(4_999)).toEqual([0, 1, { events: 2, dropped: 1 }]);
});

describe('a client that does not read', () => {
  it('is cut off once far behind, and the others hear everything', async () => {
    const yann = await palabre.register();
    await yann.ok(api.workspaces.join, { params: team.params });
    const ears = await camille.connect();
    const grown = await countFromNow(palabre.url);
    const deaf = new WebSocket(`${palabre.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    deaf.on('error', () => {});
    onTestFinished(() => deaf.terminate());
    await once(deaf, 'message');
    deaf.send(`40${JSON.stringify({ token: yann.token })}`);
    await ears.next('userUpdate', ({ _id, status }) => _id === yann.id && status === 'online');
    deaf.pause();
    const long = 'a'.repeat(5_000);
    const rounds = Array.from({ length: 200 }, (_, n) => n);
    for (const round of rounds) {
      for (let i = 0; i < 50; i++) say(long, rooms.user(yann.id));
      say(`${round}`, rooms.workspace(team.id));
      await turn();
    }
    const sent = rounds.length * 51;
    let [heard, isClosed] = [0, false];
    deaf.on('message', () => {
      heard += 1;
    });
    deaf.once('close', () => {
      isClosed = true;
    });
    deaf.resume();
    await vi.waitUntil(() => isClosed || heard >= sent);
    expect(heard).toBeLessThan(sent);
    await ears.settled();
    expect(ears.all('deleteChannel').map(({ _id }) => Number(_id))).toEqual(rounds);
    expect(await grown()).toMatchObject({ palabre_slow_sockets_total: 1 });
  });
});
