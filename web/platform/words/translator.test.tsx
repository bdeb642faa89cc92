// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../locales/en/index.ts';
import { fr } from '../../locales/fr/index.ts';
import { i18n, useTranslation } from './i18n.ts';
import { addTextsIn, speak, translate, type Values, within } from './translator.ts';

const languages = { fr, en };
const counts = [0, 1, 1.5, 2, 21, 1_204, 1_000_000];

/** Lists all texts, each with its key, without the plural suffix. */
function texts(of: object, prefix = ''): [string, string][] {
  return Object.entries(of).flatMap(([key, text]) =>
    typeof text === 'string'
      ? ([[prefix + key.replace(/_[a-z]+$/, ''), text]] as [string, string][])
      : texts(text, `${prefix + key}.`),
  );
}

const asked = new Set<unknown>();

function Part() {
  const { t } = useTranslation();
  const { t: inPart } = useTranslation('messages', { keyPrefix: 'composer' });
  asked.add(t);
  return (
    <p>
      {t('cancel')} {t('ui:close')} {inPart('send')}
    </p>
  );
}

beforeAll(() => {
  for (const [namespace, of] of Object.entries(en)) addTextsIn('en', namespace, of);
  addTextsIn('fr', 'spoken', {
    days_one: '{{count}} jour',
    days_many: '{{count, number}} de jours',
    days_other: '{{count, number}} jours',
    greets: 'Bonjour {{ name }}, et {{name}}',
    deep: { deeper: { word: 'mot' } },
  });
  addTextsIn('en', 'spoken', { days_one: '{{count}} day', days_other: '{{count, number}} days', greets: '' });
});
afterEach(() => speak('fr'));

describe('texts of the interface', () => {
  it.each(['fr', 'en'] as const)(
    'every text is found by its key, in every plural form and with each value that it names (%s)',
    language => {
      speak(language);
      const all = Object.entries(languages[language]).flatMap(([namespace, of]) =>
        texts(of).map(([key, text]) => ({ namespace, key, text })),
      );
      expect(all.length).toBeGreaterThan(400);
      for (const { namespace, key, text } of all) {
        const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).filter(name => name !== 'count');
        for (const count of counts) {
          const values: Values = { count, ...Object.fromEntries(names.map((name, index) => [name, 31 + index])) };
          const said = translate(namespace, key, values);
          if (text !== key) expect(said).not.toBe(key);
          expect(said, key).not.toMatch(/\{\{|\}\}/);
          for (const name of names) expect(said, key).toContain(String(values[name]));
        }
      }
    },
  );

  it('a text with a count has the plural form of its language', () => {
    const days = () => counts.map(count => translate('spoken', 'days', { count }));
    expect(days()).toEqual([
      '0 jour',
      '1 jour',
      '1.5 jour',
      '2 jours',
      '21 jours',
      '1\u202f204 jours',
      '1\u202f000\u202f000 de jours',
    ]);
    speak('en');
    expect(days()).toEqual(['0 days', '1 day', '1.5 days', '2 days', '21 days', '1,204 days', '1,000,000 days']);
  });

  it.each(['Karim', '', '$&', '{{name}}', '$t(common:save)', '<b>&amp;</b>', 0, 1_204.5, true])(
    'a value is inserted as it is: %s',
    value => {
      expect(translate('spoken', 'greets', { name: value })).toBe(`Bonjour ${value}, et ${value}`);
    },
  );

  it('a missing value is inserted as an empty text', () => {
    expect(translate('spoken', 'greets', { name: null })).toBe('Bonjour , et ');
  });

  it('a text is found under a prefix, in another namespace and at any depth; an unknown key is its own text', () => {
    expect(i18n.within('users', 'logout')('title')).toBe(fr.users.logout.title);
    expect(i18n.within('users')('common:save')).toBe(fr.common.save);
    expect(within('spoken', 'deep.deeper')('word')).toBe('mot');
    expect(translate('spoken', 'deep.deeper')).toBe('deep.deeper');
    expect(translate('common', 'nowhere:to.be')).toBe('to.be');
  });

  it('a text without English falls back to French', () => {
    speak('en');
    expect(translate('spoken', 'deep.deeper.word')).toBe('mot');
    expect(translate('spoken', 'greets', { name: 'Karim' })).toBe('Bonjour Karim, et Karim');
  });
});

describe('a component that shows texts', () => {
  it('useTexts re-renders when the language changes, and returns the same t while it does not', () => {
    const { rerender } = render(<Part />);
    expect(screen.getByText(`${fr.common.cancel} ${fr.ui.close} ${fr.messages.composer.send}`)).toBeTruthy();
    rerender(<Part />);
    expect(asked.size).toBe(1);
    act(() => speak('en'));
    expect(screen.getByText(`${en.common.cancel} ${en.ui.close} ${en.messages.composer.send}`)).toBeTruthy();
    expect(asked.size).toBe(2);
  });
});
