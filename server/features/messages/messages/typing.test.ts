import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { linesOf, logOf } from '../../../test/log.ts';
import { talk } from '../../../test/people/talk.ts';
import { gather } from '../../../test/people/team.ts';
import { post, registerNamed } from '../../../test/people/world.ts';
import { Typing } from './typing.ts';

const palabre = await startPalabre();
const people = await registerNamed(palabre, 'camille', 'karim', 'leonie', 'yann');
const { camille, karim, leonie, yann } = people;

test('Typing is told to people who may read the place, to nobody else and not to the person who types', async () => {
  const team = await gather(camille, karim, leonie);
  const hidden = await team.channel('direction', 'private');
  await team.role({ users: [karim.id], visibleChannels: [hidden._id] });
  const [owner, reader, member, outsider] = await Promise.all(
    [camille, karim, leonie, yann].map(person => person.connect()),
  );
  owner?.socket.emit('typing', { channelId: hidden._id });
  expect(await reader?.next('typing')).toEqual({
    channelId: hidden._id,
    conversationId: null,
    userId: camille.id,
    firstName: camille.user.firstName,
    lastName: camille.user.lastName,
  });
  for (const ears of [owner, member, outsider]) await ears?.none('typing');
});

test('Typing in a thread is told to people who may read its channel, and to nobody else', async () => {
  const team = await gather(camille, karim, leonie);
  const hidden = await team.channel('direction', 'private');
  await team.role({ users: [karim.id], visibleChannels: [hidden._id] });
  const { _id: threadId } = await post(camille, hidden, 'Qui signe ?');
  await camille.ok(api.messages.send, { body: { threadOf: threadId, content: 'Moi.' } });
  const [owner, reader, member] = await Promise.all([camille, karim, leonie].map(person => person.connect()));
  member?.socket.emit('typing', { threadId });
  owner?.socket.emit('typing', { threadId, channelId: hidden._id });
  owner?.socket.emit('typing', { threadId });
  expect(await reader?.next('typing')).toMatchObject({ threadId, channelId: null, userId: camille.id });
  expect(reader?.all('typing')).toHaveLength(1);
  await member?.none('typing');
});

test('Typing in a conversation is told to its people, and to nobody else', async () => {
  const { _id: conversationId } = await talk(camille, karim, leonie);
  const [mouth, reader, outsider] = await Promise.all([camille, karim, yann].map(person => person.connect()));
  mouth?.socket.emit('typing', { conversationId });
  expect(await reader?.next('typing')).toMatchObject({ channelId: null, conversationId, userId: camille.id });
  for (const ears of [mouth, outsider]) await ears?.none('typing');
});

test('Typing by a person who may not write there, or with an invalid payload, is ignored', async () => {
  const team = await gather(camille, karim);
  const [guarded, plans] = [await team.channel('annonces', 'protected'), await team.channel('plans')];
  const [owner, member, outsider] = await Promise.all([camille, karim, yann].map(person => person.connect()));
  member?.socket.emit('typing', { channelId: guarded._id });
  outsider?.socket.emit('typing', { channelId: team.welcome._id });
  const say = member?.socket.emit.bind(member.socket) as unknown as (...said: unknown[]) => void;
  for (const said of [null, 7, 'x', {}, { channelId: 'x' }, [], { channelId: null }]) say('typing', said);
  say('typing', { channelId: team.welcome._id, conversationId: team.welcome._id });
  say('typing');
  // Events of one socket are handled in order: the earlier ones have been handled by now.
  member?.socket.emit('typing', { channelId: plans._id });
  expect((await owner?.next('typing'))?.channelId).toBe(plans._id);
  await owner?.settled();
  expect(owner?.all('typing')).toHaveLength(1);
});

test('Typing that cannot be told is logged with its reason, and the next is told', async () => {
  const team = await gather(camille, karim);
  const [one, other] = [await team.channel('un'), await team.channel('deux')];
  const [ears, mouth] = await Promise.all([karim, camille].map(person => person.connect()));
  const lines = logOf(palabre);
  const { first } = palabre.services.database;
  const query = first.query.bind(first) as (...given: unknown[]) => Promise<unknown>;
  const reading = vi.spyOn(first, 'query').mockImplementation((async (...given: unknown[]) => {
    if ((given[0] as { name?: string }).name === 'typing-rooms') throw new Error('the database is away');
    return query(...given);
  }) as never);
  onTestFinished(() => reading.mockRestore());
  mouth?.socket.emit('typing', { channelId: one._id });
  const untold = () => linesOf(lines, 'who writes could not be told');
  await vi.waitFor(() => expect(untold()).toMatchObject([{ level: 40, err: { message: 'the database is away' } }]));
  reading.mockRestore();
  mouth?.socket.emit('typing', { channelId: other._id });
  expect((await ears?.next('typing'))?.channelId).toBe(other._id);
});

test('Typing of a person is told once in three seconds, and a place hears of four people at most', async () => {
  const others = await Promise.all([palabre.register(), palabre.register()]);
  const team = await gather(camille, karim, leonie, yann, ...others);
  const sent: { userId: string }[] = [];
  let now = 0;
  const broadcaster = { send: (_name: string, payload: unknown) => void sent.push(payload as { userId: string }) };
  const typing = new Typing(
    palabre.services.database.first,
    broadcaster,
    () => {},
    () => now,
  );
  const say = (person: { id: string }) => typing.say({ userId: person.id } as never, team.welcome._id, () => true);
  for (let n = 0; n < 10; n += 1) await say(karim);
  expect(sent).toHaveLength(1);
  now += 2_500;
  await say(karim);
  expect(sent).toHaveLength(1);
  now += 500;
  // Strangers' typing is told to nobody, and takes nobody's turn.
  for (const stranger of Array.from({ length: 5 }, () => ({ id: randomUUID() }))) await say(stranger);
  for (const person of [karim, leonie, yann, camille, karim]) await say(person);
  expect(sent.map(({ userId }) => userId)).toEqual([karim.id, karim.id, leonie.id, yann.id, camille.id]);
  now += 100;
  for (const person of others) await say(person);
  expect(sent).toHaveLength(5);
  // Of people who type at the same moment the place hears of four too, though the rights of some are read meanwhile.
  now += 3_000;
  await Promise.all([...others, karim, leonie, yann, camille].map(say));
  expect(sent.slice(5).map(({ userId }) => userId)).toEqual([karim.id, leonie.id, yann.id, camille.id]);
});

test('Typing of a person who may no longer write in the place is told some twenty seconds more at most', async () => {
  const channel = await (await gather(camille, karim)).channel('plans');
  const sent: unknown[] = [];
  let now = 0;
  const broadcaster = { send: (_name: string, payload: unknown) => void sent.push(payload) };
  const typing = new Typing(
    palabre.services.database.first,
    broadcaster,
    () => {},
    () => now,
  );
  const say = () => typing.say({ userId: karim.id } as never, channel._id, () => true);
  await say();
  await camille.ok(api.channels.update, { params: { id: channel._id }, body: { visibility: 'protected' } });
  now += 21_000;
  await say();
  expect(sent).toHaveLength(1);
});

test('Typing of a person who left the place is not told', async () => {
  const team = await gather(camille, karim);
  const sent: unknown[] = [];
  let now = 0;
  const broadcaster = { send: (_name: string, payload: unknown) => void sent.push(payload) };
  const typing = new Typing(
    palabre.services.database.first,
    broadcaster,
    () => {},
    () => now,
  );
  const say = (hears: boolean) => typing.say({ userId: karim.id } as never, team.welcome._id, () => hears);
  await say(true);
  now += 3_000;
  await say(false);
  expect(sent).toHaveLength(1);
});
