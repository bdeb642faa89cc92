import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fr } from '../locales/fr/index.ts';
import type { Translation } from '../locales/translation.ts';
import { type Language, setFormatLanguage } from './format.ts';
import { pressed } from './parts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof fr & LaterTexts;
  }
}

/** Texts that are fetched with what shows them, by namespace (see {@link addTexts}). */
interface LaterTexts {
  accounts: typeof import('../locales/fr/accounts.ts').accounts;
  administration: typeof import('../locales/fr/administration.ts').administration;
  attachments: typeof import('../locales/fr/attachments.ts').attachments;
  days: typeof import('../locales/fr/days.ts').days;
  conversations: typeof import('../locales/fr/conversations.ts').conversations;
  otp: typeof import('../locales/fr/otp.ts').otp;
  societies: typeof import('../locales/fr/societies.ts').societies;
  home: typeof import('../locales/fr/home.ts').home;
  search: typeof import('../locales/fr/search.ts').search;
  reports: typeof import('../locales/fr/reports.ts').reports;
  linking: typeof import('../locales/fr/linking.ts').linking;
  personalData: typeof import('../locales/fr/personal-data.ts').personalData;
  mailsOff: typeof import('../locales/fr/mails-off.ts').mailsOff;
  preferences: typeof import('../locales/fr/preferences.ts').preferences;
}

const storageKey = 'palabre.language';

function storedLanguage(): Language {
  try {
    return localStorage.getItem(storageKey) === 'en' ? 'en' : 'fr';
  } catch {
    return 'fr';
  }
}

const english = () => import('../locales/en/index.ts');

async function load(language: Language, fetch: typeof english): Promise<void> {
  if (language === 'fr') return;
  const { en } = await fetch();
  for (const [namespace, texts] of Object.entries(en)) i18next.addResourceBundle('en', namespace, texts);
}

export const i18n = i18next;

void i18next.use(initReactI18next).init({
  lng: 'fr',
  initAsync: false,
  fallbackLng: 'fr',
  resources: { fr },
  defaultNS: 'common',
  interpolation: { escapeValue: false },
});

/** Adds the texts of a part of the page that is fetched later, in both languages. */
export function addTexts<N extends keyof LaterTexts>(
  namespace: N,
  texts: { fr: LaterTexts[N]; en: Translation<LaterTexts[N]> },
): void {
  for (const [language, added] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, added);
}

async function show(language: Language, fetch: typeof english): Promise<void> {
  await load(language, fetch);
  setFormatLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage may be refused: the choice then lasts as long as the page.
  }
}

/** Shows the interface in `language` from now on, and keeps the choice on this device. French is bundled, English is fetched. */
export const setLanguage = (language: Language): Promise<void> => show(language, () => pressed(english));

/** The language the interface is shown in. */
export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'fr';
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', event => {
    // Chosen in another tab. Without the English texts this one stays French until it is opened anew.
    if (event.key === storageKey) void show(storedLanguage(), english).catch(() => undefined);
  });
}

/** Takes up the language chosen earlier on this device; to await before the first render. */
export async function restoreLanguage(): Promise<void> {
  if (storedLanguage() !== 'fr') await show(storedLanguage(), english);
}
