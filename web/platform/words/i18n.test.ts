// @vitest-environment jsdom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../locales/en/index.ts';
import { fr } from '../../locales/fr/index.ts';
import { usePlace } from '../place-settings.ts';
import { formatNumber } from './format.ts';
import { currentLanguage, followLanguage, i18n, restoreLanguage, setLanguage } from './i18n.ts';
import { textsOf } from './lazy-texts.ts';
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

  it('the language is French at the first visit too, whatever that of the browser', async () => {
    const browser = vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-GB');
    onTestFinished(() => browser.mockRestore());
    await restoreLanguage();
    await followLanguage();
    expect(currentLanguage()).toBe('fr');
  });

  it('setLanguage shows English, sets the page’s lang, and is restored at the next visit', async () => {
    await setLanguage('en');
    expect(i18n.t('cancel')).toBe('Cancel');
    expect(document.documentElement.lang).toBe('en');
    expect(formatNumber(1_204)).toBe('1,204');
    // So are the texts that come with the code of their own page.
    const later = { fr: { word: 'mot' }, en: { word: 'word' } };
    expect(textsOf(later)).toBe(later.en);
    speak('fr');
    expect(textsOf(later)).toBe(later.fr);
    await restoreLanguage();
    expect(currentLanguage()).toBe('en');
  });

  it('a language chosen in another tab is shown in this one, any other change there is not', async () => {
    const elsewhere = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key }));
    localStorage.setItem('palabre.language', 'en');
    elsewhere('palabre.theme');
    elsewhere('palabre.language');
    await expect.poll(currentLanguage).toBe('en');
    await setLanguage('fr');
    expect(localStorage.getItem('palabre.language')).toBe('fr');
  });

  it('the language of the place is followed where nobody has chosen one on this device', async () => {
    const before = usePlace.getState();
    usePlace.setState({ settings: { language: 'en' } as never });
    await setLanguage('fr');
    await followLanguage();
    expect(currentLanguage()).toBe('fr');
    localStorage.clear();
    await followLanguage();
    expect(currentLanguage()).toBe('en');
    // It is followed on, for as long as nobody chooses.
    expect(localStorage.getItem('palabre.language')).toBeNull();
    localStorage.setItem('palabre.language', 'breton');
    await followLanguage();
    expect(currentLanguage()).toBe('fr');
    usePlace.setState(before);
  });

  it('English has exactly the keys of French', () => {
    expect(keys(en).sort()).toEqual(keys(fr).sort());
  });
});
