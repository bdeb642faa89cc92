import { expect, it } from 'vitest';
import { isFewEmoji } from './emoji.ts';

it.each(['👍', '👍🏽', '❤️', '✌🏽', '🇫🇷', '1️⃣', '👩‍🚒', '👩🏽‍❤️‍💋‍👨🏻', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🎉 🎉', ' 🙏\n', '😀😃😄😁😆😅'])(
  'A message of a few emoji: %s',
  content => {
    expect(isFewEmoji(content)).toBe(true);
  },
);

it.each([
  '',
  ' ',
  'ok 👍',
  '1',
  '#',
  '©',
  '12',
  '😀😃😄😁😆😅😂',
  ':)',
  '❤',
  '👍'.repeat(5_000),
  `👍${' '.repeat(200)}👍`,
])('A message that is not a few emoji: %s', content => {
  expect(isFewEmoji(content)).toBe(false);
});
