import { expect, test } from 'vitest';
import { canonical } from './emoji-data.ts';

test('An emoji is one character for all pickers: its selector goes where it is a picture by itself', () => {
  expect(canonical('⚡\uFE0F')).toBe('⚡');
  expect(canonical('👍\uFE0F')).toBe('👍');
  // Without its selector a heart would be drawn as a letter.
  expect(canonical('❤\uFE0F')).toBe('❤\uFE0F');
  expect(canonical('👍🏽')).toBe('👍🏽');
});
