// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { canonical, dataOf, pickerTexts } from './emoji-data.ts';

test('An emoji is one character for all pickers: its selector goes where it is a picture by itself', () => {
  expect(canonical('⚡\uFE0F')).toBe('⚡');
  expect(canonical('👍\uFE0F')).toBe('👍');
  // Without its selector a heart would be drawn as a letter.
  expect(canonical('❤\uFE0F')).toBe('❤\uFE0F');
  expect(canonical('👍🏽')).toBe('👍🏽');
});

afterEach(() => setLanguage('fr'));

test('The names of emoji, and the words of their picker, are in the language of the page', async () => {
  const spoken = () => [dataOf().locale, /-data\/(..)\//.exec(dataOf().dataSource)?.[1], pickerTexts().none];
  expect(spoken()).toEqual(['fr', 'fr', 'Aucun emoji pour ces mots.']);
  await setLanguage('en');
  expect(spoken()).toEqual(['en', 'en', 'No emoji for these words.']);
});
