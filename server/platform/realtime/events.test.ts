import { expect, test, vi } from 'vitest';
import { keepLog } from '../../test/log.ts';
import { type Broadcaster, type Event, heardBy, Outbox, sayInTurn } from './events.ts';
import { to } from './rooms.ts';
import { Turns } from './turns.ts';

/** Records what is done, in its order; each reading of rooms waits until the test ends it. */
function speaking() {
  const done: unknown[] = [];
  let end = (): void => {};
  const broadcaster: Broadcaster = {
    send: (name, payload, target, sinceMs) => void done.push([name, payload, target, sinceMs]),
    sendTogether: events => void done.push(events),
    syncRooms: async userIds => {
      done.push(userIds);
      await new Promise<void>(resolve => {
        end = resolve;
      });
    },
  };
  return { ...keepLog(), done, broadcaster, turns: new Turns(), endReading: () => end() };
}
const settled = () => new Promise(resolve => setImmediate(resolve));
const payload = { _id: 'x' };

test('What follows a commit is done one after the other, then the rooms follow rights, then the events leave as they were emitted', async () => {
  const services = speaking();
  const { done, endReading } = services;
  const outbox = new Outbox();
  outbox.emit('deleteConversation', payload, to('workspace:a'));
  outbox.rightsChanged(['camille', 'karim']);
  outbox.rightsChanged(['karim']);
  outbox.emit('deleteSociety', payload, to('workspace:b', 'user:karim'));
  let finish = () => {};
  outbox.afterCommit(() => new Promise<void>(resolve => (finish = resolve)));
  outbox.afterCommit(() => void done.push('second'));
  const flushed = outbox.flush(services, 12);
  await settled();
  expect(done).toEqual([]);
  finish();
  await settled();
  expect(done).toEqual(['second', ['camille', 'karim']]);
  endReading();
  await flushed;
  expect(done.slice(2)).toEqual([
    ['deleteConversation', payload, { rooms: ['workspace:a'] }, 12],
    ['deleteSociety', payload, { rooms: ['workspace:b', 'user:karim'] }, 12],
  ]);
});

test('A change of nobody’s rights reads no rooms', async () => {
  const services = speaking();
  const outbox = new Outbox();
  outbox.emit('deleteConversation', payload, to('workspace:a'));
  await outbox.flush(services, 1);
  expect(services.done).toEqual([['deleteConversation', payload, { rooms: ['workspace:a'] }, 1]]);
});

test('An event that cannot be sent is named in the log, and those after it leave', async () => {
  const services = speaking();
  const { broadcaster, done, lines } = services;
  const send = vi.spyOn(broadcaster, 'send').mockImplementationOnce(() => {
    throw new Error('no socket takes it');
  });
  const outbox = new Outbox();
  for (const room of ['workspace:a', 'workspace:b']) outbox.emit('deleteConversation', payload, to(room));
  await outbox.flush(services, 1);
  expect([send.mock.calls.length, done.length]).toEqual([2, 1]);
  const err = { message: 'no socket takes it' };
  expect(lines).toMatchObject([{ level: 50, msg: 'event not sent', event: 'deleteConversation', err }]);
});

test('The things that events are about are what they tell of and its places, and the places that hear it, but no person who does', () => {
  const outbox = new Outbox();
  outbox.emit('deleteConversation', payload, to('workspace:w guests-in:c', 'user:karim'));
  expect(outbox.things).toEqual(new Set(['x', 'w', 'c']));
  const message = { _id: 'm', channelId: 'c2', conversationId: null, workspaceId: undefined };
  outbox.emit('newMessage', message as never, to('conversation:d'));
  outbox.emit('newMessage', { conversationId: 'd2', workspaceId: 'w2' } as never, to());
  expect(outbox.things).toEqual(new Set(['x', 'w', 'c', 'm', 'c2', 'd', 'd2', 'w2']));
});

test('An event outside of transactions leaves after those of earlier changes to the same things, and waits for no others', async () => {
  const services = speaking();
  const { done, turns } = services;
  const turn = turns.take(['c']);
  const saying = (room: string, more = {}, sinceMs?: number) =>
    sayInTurn(services, 'deleteConversation', { ...payload, ...more }, to(room), sinceMs);
  saying('user:c', {}, 3);
  expect(done).toEqual([['deleteConversation', payload, { rooms: ['user:c'] }, 3]]);
  saying('channel:c');
  saying('workspace:a', { channelId: 'c' });
  await settled();
  expect(done).toHaveLength(1);
  const before = performance.now();
  turn.end();
  await settled();
  expect(done.slice(1)).toEqual([
    ['deleteConversation', payload, { rooms: ['channel:c'] }, expect.any(Number)],
    ['deleteConversation', { ...payload, channelId: 'c' }, { rooms: ['workspace:a'] }, expect.any(Number)],
  ]);
  // Its delay counts from when it was said.
  expect((done[1] as number[])[3]).toBeLessThanOrEqual(before);
});

test('Features hear each event about one thing just before it leaves, and none that is told together with others', async () => {
  const { broadcaster, done, endReading } = speaking();
  const ear = (who: string) => (event: Event) => void done.push([who, event]);
  const heard = heardBy(broadcaster, [ear('push'), ear('mail')]);
  const event = { name: 'deleteConversation', payload, target: to('workspace:a') } as const;
  heard.send(event.name, event.payload, event.target, 5);
  expect(done.splice(0)).toEqual([
    ['push', event],
    ['mail', event],
    ['deleteConversation', payload, event.target, 5],
  ]);
  heard.sendTogether([event]);
  expect(done.splice(0)).toEqual([[event]]);
  const synced = heard.syncRooms(['karim']);
  endReading();
  await synced;
  expect(done).toEqual([['karim']]);
});
