import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { expect, it } from 'vitest';
import { beginningOf } from './back-and-forth.ts';

/** Builds messages that each quote the previous message, by these people in turn. */
const quotes = (...people: string[]) =>
  people.map((person, n) => ({
    ...{ _id: `m${n}`, sender: { _id: person } },
    ...(n > 0 && { replyTo: { _id: `m${n - 1}` } }),
  })) as Message[];
const beginning = (userId: string, ...people: string[]) => {
  const all = quotes(...people);
  return beginningOf(all, all.at(-1)?._id ?? '', userId)?._id ?? null;
};

it('A back-and-forth of three quotes between two people began with the message that quotes nothing', () => {
  expect(beginning('camille', 'camille', 'karim', 'camille', 'karim')).toBe('m0');
  expect(beginning('camille', 'karim', 'camille', 'karim', 'camille', 'karim')).toBe('m0');
});

it('A shorter exchange, one of three people, and answers to oneself are no back-and-forth', () => {
  expect(beginning('camille', 'karim', 'camille', 'karim')).toBeNull();
  expect(beginning('camille', 'camille', 'karim', 'zoe', 'karim')).toBeNull();
  expect(beginning('camille', 'karim', 'karim', 'camille', 'camille', 'karim')).toBeNull();
  // Nor is a series with a deleted message.
  const all = quotes('camille', 'karim', 'camille', 'karim');
  const without = all.map((message, n) => (n === 0 ? { ...message, deleted: true as const } : message));
  expect([all, without].map(some => beginningOf(some, 'm3', 'camille')?._id)).toEqual(['m0', undefined]);
});
