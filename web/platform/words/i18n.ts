import { de } from '@palabre/common/rules/people/names.ts';
import { fr } from '../../locales/fr/index.ts';
import type { Keys, Translation } from '../../locales/translation.ts';
import { pressed } from '../address/lazy-part.ts';
import { keep, readKept } from '../device/local-storage.ts';
import { usePlace } from '../place-settings.ts';
import { type Language, setFormatLanguage } from './format.ts';
import { addFormat, addTextsIn, speak, spoken, translate, useTexts, type Values, within } from './translator.ts';

/** Texts by namespace that are loaded with the chunk that shows them (see {@link addTexts}). */
interface LaterTexts {
  workspaceReports: typeof import('../../locales/fr/workspace-reports.ts').workspaceReports;
  addresses: typeof import('../../locales/fr/addresses.ts').addresses;
  about: typeof import('../../locales/fr/about.ts').about;
  accounts: typeof import('../../locales/fr/accounts.ts').accounts;
  administration: typeof import('../../locales/fr/administration.ts').administration;
  availability: typeof import('../../locales/fr/availability.ts').availability;
  announcements: typeof import('../../locales/fr/announcements.ts').announcements;
  attachments: typeof import('../../locales/fr/attachments.ts').attachments;
  days: typeof import('../../locales/fr/days.ts').days;
  disconnection: typeof import('../../locales/fr/disconnection.ts').disconnection;
  overview: typeof import('../../locales/fr/overview.ts').overview;
  placeSettings: typeof import('../../locales/fr/place-settings.ts').placeSettings;
  conversations: typeof import('../../locales/fr/conversations.ts').conversations;
  guests: typeof import('../../locales/fr/guests.ts').guests;
  emailInvites: typeof import('../../locales/fr/email-invites.ts').emailInvites;
  otp: typeof import('../../locales/fr/otp.ts').otp;
  scheduled: typeof import('../../locales/fr/scheduled.ts').scheduled;
  societies: typeof import('../../locales/fr/societies.ts').societies;
  home: typeof import('../../locales/fr/home.ts').home;
  search: typeof import('../../locales/fr/search.ts').search;
  reports: typeof import('../../locales/fr/reports.ts').reports;
  linking: typeof import('../../locales/fr/linking.ts').linking;
  proofs: typeof import('../../locales/fr/proofs.ts').proofs;
  personalData: typeof import('../../locales/fr/personal-data.ts').personalData;
  mailsOff: typeof import('../../locales/fr/mails-off.ts').mailsOff;
  preferences: typeof import('../../locales/fr/preferences.ts').preferences;
  registration: typeof import('../../locales/fr/registration.ts').registration;
  setup: typeof import('../../locales/fr/setup.ts').setup;
  push: typeof import('../../locales/fr/push.ts').push;
  threads: typeof import('../../locales/fr/threads.ts').threads;
}

type AllTexts = typeof fr & LaterTexts;
type Namespace = keyof AllTexts;
/** Keys of any namespace, prefixed with its name: `common:save`. */
type NamedKey = { [N in Namespace]: `${N}:${Keys<AllTexts[N]>}` }[Namespace];
type Prefix<N extends Namespace> = {
  [K in keyof AllTexts[N]]: AllTexts[N][K] extends string ? never : K;
}[keyof AllTexts[N]];

/** Returns a text in the current language, filled with values; `count` chooses the plural form. */
type Says<Key extends string> = (key: Key, values?: Values & { count?: number }) => string;
type Within<N extends Namespace, P> = Says<
  P extends keyof AllTexts[N] ? Keys<AllTexts[N][P]> : Keys<AllTexts[N]> | NamedKey
>;

const storageKey = 'palabre.language';

/** Returns the language chosen on this device; null without a choice. */
function chosenLanguage(): Language | null {
  const kept = readKept(storageKey);
  if (kept === null) return null;
  return kept === 'en' ? 'en' : 'fr';
}

/** Returns the language to show: the language chosen on this device, else the default of the place. */
const storedLanguage = (): Language => chosenLanguage() ?? usePlace.getState().settings?.language ?? 'fr';

const english = () => import('../../locales/en/index.ts');

async function load(language: Language, fetch: typeof english): Promise<void> {
  if (language === 'fr') return;
  const { en } = await fetch();
  for (const [namespace, texts] of Object.entries(en)) addTextsIn('en', namespace, texts);
}

for (const [namespace, texts] of Object.entries(fr)) addTextsIn('fr', namespace, texts);

// « {{name, de}} » in a French text: « de Camille », « d’Agathe ».
addFormat('de', value => de(String(value)));

/** Texts of the interface, outside components: `t` reads the namespace `common`, or the namespace named in the key. */
export const i18n = {
  t: ((key, values) => translate('common', key, values)) as Says<Keys<AllTexts['common']> | NamedKey>,
  /** Makes a `t` for a namespace, or for the keys under `prefix` in it. */
  within: <N extends Namespace, P extends Prefix<N> | undefined = undefined>(namespace: N, prefix?: P) =>
    within(namespace, prefix as string | undefined) as Within<N, P>,
};

/**
 * Gives a component the `t` of a namespace, or of the keys under `keyPrefix` in it, and re-renders it when the language
 * changes.
 */
export const useTranslation = <N extends Namespace = 'common', P extends Prefix<N> | undefined = undefined>(
  namespace?: N,
  options?: { keyPrefix: P },
) => useTexts(namespace ?? 'common', options?.keyPrefix as string | undefined) as { t: Within<N, P> };

/** Adds the texts of a chunk that is loaded later, in both languages. */
export function addTexts<N extends keyof LaterTexts>(
  namespace: N,
  texts: { fr: LaterTexts[N]; en: Translation<LaterTexts[N]> },
): void {
  for (const [language, added] of Object.entries(texts)) addTextsIn(language, namespace, added);
}

async function show(language: Language, fetch: typeof english): Promise<void> {
  await load(language, fetch);
  setFormatLanguage(language);
  speak(language);
  document.documentElement.lang = language;
}

/** Sets the language of the interface and keeps the choice on this device. French is bundled, English is fetched. */
export async function setLanguage(language: Language): Promise<void> {
  await show(language, () => pressed(english));
  keep(storageKey, language);
}

/** Follows the default language of the place, on a device without a chosen language. */
export async function followLanguage(): Promise<void> {
  if (storedLanguage() !== currentLanguage()) await show(storedLanguage(), english);
}

/** Returns the current language of the interface. */
export function currentLanguage(): Language {
  return spoken() === 'en' ? 'en' : 'fr';
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', event => {
    // Another tab has changed the language. If the English texts can't be fetched, this tab stays French until it is reloaded.
    if (event.key === storageKey) void show(storedLanguage(), english).catch(() => undefined);
  });
}

/** Restores the language of this device; to be awaited before the first render. */
export async function restoreLanguage(): Promise<void> {
  if (storedLanguage() !== 'fr') await show(storedLanguage(), english);
}
