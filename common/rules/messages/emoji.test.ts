import { expect, it } from 'vitest';
import { asEmoji, isReaction } from './emoji.ts';

it.each([
  '👍',
  '👍🏽',
  '❤️',
  '✌🏽',
  '🇫🇷',
  '1️⃣',
  '👩‍🚒',
  '👩🏽‍❤️‍💋‍👨🏻',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '👨‍👩‍👧‍👦',
  ':tilleul:',
  ':C-est_bon+1:',
  ':été:',
])('isReaction accepts %s', text => {
  expect(isReaction(text)).toBe(true);
});

it.each([
  '',
  ' ',
  'a',
  'ok',
  '1',
  '#',
  '©',
  '👍👍',
  '👍 ',
  ' 👍',
  '👍a',
  '😀\n',
  '::',
  ':a b:',
  ':a',
  'a:',
  ':a::b:',
  '🇫',
  '\u200d',
  '<b>',
])('isReaction refuses « %s »', text => {
  expect(isReaction(text)).toBe(false);
});

it('asEmoji gives one spelling, with or without the variation selector', () => {
  expect(['❤', '❤️', '👍', ':tilleul:', 'a'].map(asEmoji)).toEqual(['❤️', '❤️', '👍', ':tilleul:', 'a']);
});
