import { expect, test } from 'vitest';
import { newId } from '../postgres/db.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';

const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('A cursor comes back as it was given, whatever the name', () => {
  for (const name of ['', 'atelier tilleul', 'é"\\\u2028😀']) {
    const cursor = { name, id: newId() };
    expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  }
  expect(decodeCursor(undefined)).toBeUndefined();
});

test.each([
  ['no JSON', 'suite'],
  ['no pair', written({ name: 'a', id: newId() })],
  ['no name', written([12, newId()])],
  ['a name that PostgreSQL does not store', written(['a\0b', newId()])],
  ['no id', written(['a', 'b'])],
  ['endless nesting', Buffer.from('['.repeat(1_000)).toString('base64url')],
])('A cursor of %s is refused', (_what, cursor) => {
  expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
});
