// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { en } from '../../locales/en/index.ts';
import { fr } from '../../locales/fr/index.ts';
import { currentLanguage, i18n, restoreLanguage, setLanguage } from './i18n.ts';
import { speak } from './translator.ts';

afterEach(async () => {
  await setLanguage('fr');
  localStorage.clear();
});

function keys(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keys(text, `${prefix + key}.`),
  );
}

describe('the language of the interface', () => {
  it('the language is French by default, with French number formats', () => {
    expect(currentLanguage()).toBe('fr');
    expect(i18n.t('members', { count: 1 })).toBe('1 membre');
    expect(i18n.t('members', { count: 1204 })).toBe('1\u202f204 membres');
  });

  it('setLanguage shows English, sets the page’s lang, and is restored at the next visit', async () => {
    await setLanguage('en');
    expect(i18n.t('cancel')).toBe('Cancel');
    expect(document.documentElement.lang).toBe('en');
    speak('fr');
    await restoreLanguage();
    expect(currentLanguage()).toBe('en');
  });

  it('English has exactly the keys of French', () => {
    expect(keys(en).sort()).toEqual(keys(fr).sort());
  });
});
