import type { Language } from '../http/errors.ts';

/** Writes a time in a zone, with its name: « 23 novembre 2026 à 14:02 (heure de Paris) ». */
export function shown(at: Date, language: Language, zone: string | null): string {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const there = zone === null ? {} : { timeZone: zone };
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...there }).format(at);
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric', ...there }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name ? `${moment} (${name})` : moment;
}
