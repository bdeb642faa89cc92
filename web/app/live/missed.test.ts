import { type EventName, events } from '@palabre/common/contract/index.ts';
import { expect, test } from 'vitest';
import { type Missed, missedBy } from './missed.ts';

const of = (...names: EventName[]) => missedBy(names, false);
const groups = (missed: Missed) => (Object.keys(missed) as (keyof Missed)[]).filter(group => missed[group]).sort();

test('What is fetched again after a connection follows from the events missed: messages, counts, people, or all lists', () => {
  const messages: EventName[] = ['newMessage', 'updateMessage', 'deleteMessage', 'updateThread', 'readThreads'];
  const counts: EventName[] = ['newNotification', 'updateNotification', 'updateUnread', 'readAll', 'readAllUndone'];
  for (const name of messages) expect([name, groups(of(name))]).toEqual([name, ['counted', 'messages']]);
  for (const name of counts) expect([name, groups(of(name))]).toEqual([name, ['counted']]);
  expect([groups(of('typing')), groups(of('userUpdate')), groups(of())]).toEqual([[], ['people'], []]);
  const authors: EventName[] = ['updateUser', 'deleteUser'];
  for (const name of authors) expect([name, groups(of(name))]).toEqual([name, ['authors', 'lists', 'messages']]);
  const lost: EventName[] = ['deleteChannel', 'deleteConversation'];
  for (const name of lost) expect([name, groups(of(name))]).toEqual([name, ['lists', 'messages']]);
  const known = new Set<EventName>([...messages, ...counts, ...authors, ...lost, 'typing', 'userUpdate']);
  for (const name of Object.keys(events) as EventName[])
    if (!known.has(name)) expect([name, groups(of(name))]).toEqual([name, ['lists']]);
});

test('People are fetched again after each later connection, and everything when nobody knows what was missed', () => {
  expect(groups(missedBy([], true))).toEqual(['people']);
  expect(groups(missedBy(null, false))).toEqual(['authors', 'counted', 'lists', 'messages', 'people']);
});
