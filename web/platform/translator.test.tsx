// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { createInstance, type TOptions } from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { en } from '../locales/en/index.ts';
import { fr } from '../locales/fr/index.ts';
import i18n, { useTranslation } from './translator.ts';

type Says = (key: string, values?: TOptions) => string;

const options = {
  lng: 'fr',
  fallbackLng: 'fr',
  defaultNS: 'common',
  resources: { fr },
  interpolation: { escapeValue: false },
};
const package_ = createInstance({ ...options, initAsync: false });
await package_.init();
i18n.init(options);
for (const [ns, texts] of Object.entries(en)) {
  package_.addResourceBundle('en', ns, texts);
  i18n.addResourceBundle('en', ns, texts);
}

/** Each text with its key as one asks for it: without its plural form. */
function texts(of: object, prefix: string): [string, string][] {
  return Object.entries(of).flatMap(([key, text]) =>
    typeof text === 'string'
      ? ([[prefix + key.replace(/_[a-z]+$/, ''), text]] as [string, string][])
      : texts(text, `${prefix + key}.`),
  );
}

const awkward = ['Karim', '', '$&', '{{name}}', '$t(common:save)', '<b>&amp;</b>', 0, 1_204.5, true];
const counts = [0, 1, 1.5, 2, 21, 1_204, 1_000_000];

const asked = new Set<unknown>();

function Part() {
  const { t } = useTranslation(['common', 'ui']);
  const { t: inPart } = useTranslation('messages', { keyPrefix: 'composer' });
  asked.add(t);
  return (
    <p>
      {t('cancel')} {t('ui:close')} {inPart('send')}
    </p>
  );
}

afterEach(() => i18n.changeLanguage('fr'));

describe('what stands for i18next in the page', () => {
  it.each(['fr', 'en'] as const)('says every text as i18next does (%s)', async language => {
    await package_.changeLanguage(language);
    await i18n.changeLanguage(language);
    const says = package_.t as Says;
    const all = Object.entries({ fr, en }[language]).flatMap(([ns, of]) => texts(of, `${ns}:`));
    expect(all.length).toBeGreaterThan(400);
    for (const [key, text] of all) {
      const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name);
      for (const [index, value] of awkward.entries()) {
        const values: TOptions = Object.fromEntries(names.map(name => [name, value]));
        values.count = counts[index % counts.length];
        expect(i18n.t(key, values), key).toBe(says(key, values));
      }
      if (names.length === 0) expect(i18n.t(key), key).toBe(says(key));
    }
  });

  it('speaks for each way of asking: a prefix, another namespace, a key that is nowhere', () => {
    const fixed = package_.getFixedT('fr', 'users', 'logout') as Says;
    expect(i18n.getFixedT(null, 'users', 'logout')('title')).toBe(fixed('title'));
    expect(i18n.getFixedT(null, 'users')('common:save')).toBe(fr.common.save);
    expect(i18n.t('nowhere.to.be')).toBe('nowhere.to.be');
    expect(i18n.t('nowhere:to.be')).toBe((package_.t as Says)('nowhere:to.be'));
  });

  it('speaks French where English has nothing to say', async () => {
    i18n.addResourceBundle('fr', 'lately', { word: 'mot' });
    await i18n.changeLanguage('en');
    expect(i18n.t('lately:word')).toBe('mot');
  });

  it('says it again in another language, and nothing anew while it does not change', async () => {
    const { rerender } = render(<Part />);
    expect(screen.getByText(`${fr.common.cancel} ${fr.ui.close} ${fr.messages.composer.send}`)).toBeTruthy();
    rerender(<Part />);
    expect(asked.size).toBe(1);
    await act(() => i18n.changeLanguage('en'));
    expect(screen.getByText(`${en.common.cancel} ${en.ui.close} ${en.messages.composer.send}`)).toBeTruthy();
    expect(asked.size).toBe(2);
  });
});
