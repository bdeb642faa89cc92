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
])('is something to react with: %s', text => {
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
])('is not: « %s »', text => {
  expect(isReaction(text)).toBe(false);
});

it('is one emoji, whether or not a keyboard says that it is shown in colour', () => {
  expect(['❤', '❤️', '👍', ':tilleul:', 'a'].map(asEmoji)).toEqual(['❤️', '❤️', '👍', ':tilleul:', 'a']);
});
