import { expect, test } from 'vitest';
import type { Conversation, Participant } from '../contract/conversations.ts';
import type { Message } from '../contract/messages/messages.ts';
import { byRecent, conversationName, firstNames, lastMessageOf, shortName } from './conversations.ts';

const person = (firstName: string, lastName: string): Participant => ({
  _id: firstName.toLowerCase(),
  firstName,
  lastName,
  avatar: null,
  status: 'online',
});
const [camille, karim, leonie] = [person('Camille', 'Moreau'), person('Karim', 'Benali'), person('Léonie', '')];
const of = (users: Participant[], title: string | null = null) => ({ users, title });

test('conversationName is the title, the other person’s name, or the names of all people, one’s own last', () => {
  expect(conversationName(of([camille, karim, leonie], 'Midi'), 'camille')).toBe('Midi');
  expect(conversationName(of([camille, karim], 'Midi'), 'camille')).toBe('Midi');
  expect(conversationName(of([camille], 'Midi'), 'camille')).toBe('Midi');
  expect(conversationName(of([camille, karim]), 'camille')).toBe('Karim Benali');
  expect(conversationName(of([camille, karim]), 'karim')).toBe('Camille Moreau');
  expect(conversationName(of([camille, karim, leonie]), 'camille')).toBe('Karim Benali, Léonie, Camille Moreau');
  expect(conversationName(of([camille, karim, leonie]), 'karim')).toBe('Camille Moreau, Léonie, Karim Benali');
  expect(conversationName(of([camille]), 'camille')).toBe('Utilisateur supprimé');
  expect(conversationName(of([camille]), 'camille', 'Deleted user')).toBe('Deleted user');
});

test('shortName is the title, the other person’s name, or the others’ first names', () => {
  expect(shortName(of([camille, karim, leonie]), 'karim')).toBe('Camille, Léonie');
  expect(shortName(of([camille, karim]), 'karim')).toBe('Camille Moreau');
  expect(shortName(of([camille, karim], 'Midi'), 'karim')).toBe('Midi');
  expect(firstNames(of([camille, karim]), 'camille')).toBe('Karim');
});

test('lastMessageOf keeps 200 characters of the text, then « … », and cuts no character in two', () => {
  const message = {
    _id: 'm',
    time: 't',
    sender: { _id: 's' },
    position: 3,
    seq: 9,
    fileAttachments: [{}],
  } as unknown as Message;
  expect(lastMessageOf({ ...message, content: '🎉'.repeat(300) }).content).toBe(`${'🎉'.repeat(200)}…`);
  expect(lastMessageOf({ ...message, content: 'court' })).toEqual({
    _id: 'm',
    files: 1,
    time: 't',
    sender: { _id: 's' },
    position: 3,
    content: 'court',
  });
});

test('byRecent puts the most recent message first; without a message, the creation time counts', () => {
  const at = (_id: string, createdAt: string, time?: string) =>
    ({ _id, createdAt, lastMessage: time ? { time } : null }) as unknown as Conversation;
  const list = [
    at('a', '2026-11-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z'),
    at('b', '2026-11-21T00:00:00.000Z'),
    at('c', '2026-10-01T00:00:00.000Z', '2026-11-20T10:00:00.000Z'),
    at('d', '2026-10-01T00:00:00.000Z', '2026-11-21T09:00:00.000Z'),
  ];
  for (const given of [list, list.toReversed()])
    expect(given.toSorted(byRecent).map(({ _id }) => _id)).toEqual(['d', 'b', 'c', 'a']);
});
