import { expect, test } from 'vitest';
import { isBounded, readJson } from './json.ts';

const nested = (times: number, [open, close] = ['[', ']']) => open.repeat(times) + close.repeat(times);
const objects = (times: number) => `${'{"a":'.repeat(times)}1${'}'.repeat(times)}`;

test('A JSON text is nested 32 times at most, in lists and objects together', () => {
  expect([nested(32), objects(32), nested(16, ['[{"a":', '}]'])].map(isBounded)).toEqual([true, true, true]);
  expect([nested(33), objects(33), `[${objects(32)}]`].map(isBounded)).toEqual([false, false, false]);
  // A value beside another is not nested in it.
  expect(isBounded(`[${Array(100).fill(nested(31)).join()}]`)).toBe(true);
});

test('A JSON text has 30,000 values and names at most', () => {
  const list = (length: number) => JSON.stringify(Array(length).fill(1));
  expect([list(30_000), list(30_001)].map(isBounded)).toEqual([true, false]);
  const names = (length: number) => JSON.stringify(Object.fromEntries(Array.from({ length }, (_, n) => [n, 1])));
  expect([names(15_000), names(15_001)].map(isBounded)).toEqual([true, false]);
});

test('What a text says in JSON is neither nested nor counted, whatever marks are in it', () => {
  const said = `${'['.repeat(100)}${'{'.repeat(100)}${',:'.repeat(40_000)}`;
  for (const text of [said, `\\"${said}\\\\`, `${said}\\`]) expect(isBounded(JSON.stringify({ text }))).toBe(true);
  // The string ends before these brackets.
  expect(isBounded(`["\\\\",${nested(32)}]`)).toBe(false);
  // A string without an end is refused by the parser, not here.
  expect(isBounded(`["${said}`)).toBe(true);
});

test('JSON that was inside something else is refused beyond the bounds, before it is parsed', () => {
  expect(readJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(() => readJson(nested(33))).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(() => readJson('[')).toThrow(SyntaxError);
});
