import { expect, it } from 'vitest';
import { asEmoji, asShortcode, isReaction, isShortcode } from './emoji.ts';

it.each([
  '👍',
  '👍🏽',
  '❤️',
  '✌🏽',
  '🇫🇷',
  '1️⃣',
  '#️⃣',
  '*️⃣',
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

it.each([
  ['Cœur rouge', 'coeur_rouge'],
  ['+1', '+1'],
  [' « Été » ! ', 'ete'],
  ['l’œil – fermé', 'l_oeil_ferme'],
  ['drapeau : Réunion', 'drapeau_reunion'],
  ['!!', ''],
])('asShortcode of « %s » is « %s »', (name, shortcode) => {
  expect(asShortcode(name)).toBe(shortcode);
});

it('isShortcode is true of a name between colons, and of no emoji', () => {
  expect([':tilleul:', '👍', 'tilleul', ':a', ''].map(isShortcode)).toEqual([true, false, false, false, false]);
});
