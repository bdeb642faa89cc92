import { expect, test } from 'vitest';
import { isHour, readHour } from './hours.ts';

test.each([
  ['00:00', true],
  ['09:05', true],
  ['23:59', true],
  ['24:00', false],
  ['12:60', false],
  ['9:05', false],
  ['09:05:00', false],
  ['', false],
])('isHour of « %s » is %s', (text, is) => {
  expect(isHour(text)).toBe(is);
});

test.each([
  ['9', '09:00'],
  [' 9h30 ', '09:30'],
  ['9H', '09:00'],
  ['09.15', '09:15'],
  ['930', '09:30'],
  ['0', '00:00'],
  ['23:59', '23:59'],
  ['24', null],
  ['12:60', null],
  ['9:5', null],
  ['midi', null],
  ['', null],
])('readHour of « %s » is %s', (typed, hour) => {
  expect(readHour(typed)).toBe(hour);
});
