import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lateness } from './lateness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fails requests of a few people; `answered` lists whose failures were answered. */
function failing(on = true) {
  const lateness = new Lateness(on);
  const answered: string[] = [];
  const failure = (who: string, bytes: number, address: string) => {
    const response = new EventEmitter() as unknown as ServerResponse;
    lateness.answer({ userId: who || null, address }, bytes, response, () => answered.push(who));
    return response;
  };
  const failures = (who: string, count: number, bytes = 0, address = who) =>
    Array.from({ length: count }, () => failure(who, bytes, address));
  return { lateness, answered, failures };
}

test('150 failures of one person are answered at once, further ones a second later, and those of another person at once', async () => {
  const { answered, failures } = failing();
  failures('camille', 160);
  expect(answered).toHaveLength(150);
  failures('karim', 1);
  expect(answered.at(-1)).toBe('karim');
  await vi.advanceTimersByTimeAsync(999);
  expect(answered).toHaveLength(151);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveLength(161);
});

test('600 failures of all people of one address are answered at once, and 150 of its clients without a session', () => {
  const { answered, failures } = failing();
  failures('', 160, 0, '198.51.100.7');
  expect(answered).toHaveLength(150);
  for (let n = 0; n < 40; n += 1) failures(`personne ${n}`, 20, 0, '198.51.100.7');
  expect(answered).toHaveLength(600);
  failures('karim', 1, 0, '203.0.113.9');
  expect(answered).toHaveLength(601);
});

test('a failure with a large body counts for more: 11 of 825 KB are answered at once, and the first of any size', () => {
  const { answered, failures } = failing();
  failures('camille', 20, 825_000);
  expect(answered).toHaveLength(11);
  failures('karim', 4, 500_000_000);
  expect(answered.filter(who => who === 'karim')).toHaveLength(3);
});

test('failures at fifty a second are answered at once', async () => {
  const { answered, failures } = failing();
  failures('camille', 150);
  for (let second = 1; second <= 3; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    failures('camille', 50);
    expect(answered).toHaveLength(150 + 50 * second);
  }
});

test('failures of one address at two hundred a second are answered at once, whoever they are of', async () => {
  const { answered, failures } = failing();
  const each = (count: number) => {
    for (let n = 0; n < 20; n += 1) failures(`personne ${n}`, count, 0, '198.51.100.7');
  };
  each(30);
  for (let second = 1; second <= 3; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    each(10);
    expect(answered).toHaveLength(600 + 200 * second);
  }
  each(1);
  expect(answered).toHaveLength(1_200);
});

test('a client that left is not answered', async () => {
  const { answered, failures } = failing();
  const [gone] = failures('camille', 152).slice(-1);
  gone?.emit('close');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toHaveLength(151);
});

test('delayed answers number 2,000 at most: beyond, the oldest leaves', () => {
  const { answered, failures } = failing();
  failures('camille', 150 + 2_000);
  expect(answered).toHaveLength(150);
  failures('camille', 5);
  expect(answered).toHaveLength(155);
});

test('delayed answers all leave when the server closes, and none is delayed without rate limits', () => {
  const { lateness, answered, failures } = failing();
  failures('camille', 400);
  lateness.close();
  expect(answered).toHaveLength(400);
  const free = failing(false);
  free.failures('camille', 400);
  expect(free.answered).toHaveLength(400);
});
