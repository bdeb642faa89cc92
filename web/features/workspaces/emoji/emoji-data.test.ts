// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../../platform/words/i18n.ts';
import { canonical, dataOf, pickerTexts } from './emoji-data.ts';

test('An emoji is one character for all pickers: its selector goes where it is a picture by itself', () => {
  expect(canonical('⚡\uFE0F')).toBe('⚡');
  expect(canonical('👍\uFE0F')).toBe('👍');
  // Without its selector a heart would be drawn as a letter.
  expect(canonical('❤\uFE0F')).toBe('❤\uFE0F');
  expect(canonical('👍🏽')).toBe('👍🏽');
});

test('Emoji have their names, and the picker its texts, in the language of the page', async () => {
  onTestFinished(() => setLanguage('fr'));
  const french = dataOf();
  expect(french.locale).toBe('fr');
  expect(pickerTexts().i18n.searchLabel).toBe('Rechercher');
  await setLanguage('en');
  const english = dataOf();
  expect(english.locale).toBe('en');
  expect(english.dataSource).not.toBe(french.dataSource);
  expect(pickerTexts().i18n.searchLabel).toBe('Search');
});
