import { isZone } from '@palabre/common/rules/zones.ts';
import { logFailure } from '../device/log.ts';

/** Language of the interface. */
export type Language = 'fr' | 'en';

/** A time: ISO text, milliseconds or a Date. */
export type Moment = string | number | Date;

const words = {
  fr: { today: "Aujourd'hui", yesterday: 'Hier', unknown: 'Date inconnue', units: ['o', 'Ko', 'Mo', 'Go', 'To'] },
  en: { today: 'Today', yesterday: 'Yesterday', unknown: 'Unknown date', units: ['B', 'KB', 'MB', 'GB', 'TB'] },
} as const;

const makers = {
  number: (locale: string) => new Intl.NumberFormat(locale),
  decimal: (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
  compact: (locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  time: (locale: string) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
  date: (locale: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
  month: (locale: string) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
  narrow: (locale: string) => new Intl.DateTimeFormat(locale, { weekday: 'narrow' }),
  weekday: (locale: string) => new Intl.DateTimeFormat(locale, { weekday: 'long' }),
  shortDate: (locale: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
  numericDate: (locale: string) => new Intl.DateTimeFormat(locale),
  dateTime: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
  list: (locale: string) => new Intl.ListFormat(locale),
};

type Formats = { [K in keyof typeof makers]: ReturnType<(typeof makers)[K]> };

/** Makes the formatters of a locale, each at its first use: creating a formatter costs more than a thousand uses. */
function formatsOf(locale: string): Formats {
  const formats = {} as Formats;
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(formats, name, {
      configurable: true,
      get() {
        const value = make(locale);
        Object.defineProperty(formats, name, { value });
        return value;
      },
    });
  }
  return formats;
}

// British English: day before month and 24 hours, as everywhere else in the product.
const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' };
let language: Language = 'fr';
let formats = formatsOf(locales.fr);

/** Sets the language of all formats below. Only `i18n.ts` calls this function. */
export function setFormatLanguage(next: Language): void {
  language = next;
  formats = formatsOf(locales[next]);
}

/** Formats `1204` as « 1 204 » (narrow no-break space). */
export function formatNumber(value: number): string {
  return formats.number.format(value);
}

/** Formats `12400` as « 12,4 k », where the whole number has no room. */
export function formatCompact(value: number): string {
  return formats.compact.format(value);
}

/** Formats a list: « Camille, Karim et Léonie ». */
export function formatList(parts: readonly string[]): string {
  return formats.list.format(parts);
}

/** Formats bytes as « 1,4 Mo » (steps of 1 024). */
export function formatSize(bytes: number): string {
  const { units } = words[language];
  let value = Math.max(0, bytes);
  let step = 0;
  while (value >= 1024 && step < units.length - 1) {
    value /= 1024;
    step += 1;
  }
  const text = step > 0 && value < 100 ? formats.decimal.format(value) : formats.number.format(Math.round(value));
  return `${text}\u00a0${units[step]}`;
}

/** Formats a message's time: « 09:12 ». An invalid time is logged and gives ''. */
export function formatTime(moment: Moment): string {
  try {
    return formats.time.format(new Date(moment));
  } catch (cause) {
    logFailure('This time cannot be shown', cause);
    return '';
  }
}

/** Formats a date: « 12 mars 2027 », or « Date inconnue ». */
export function formatDate(moment: Moment): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? words[language].unknown : formats.date.format(date);
}

/** Formats a date as it is typed: « 12/03/2027 ». */
export const formatNumericDate = (date: Date): string => formats.numericDate.format(date);

/** Formats a date with its time: « 12 mars 2027 à 09:12 », or « Date inconnue ». */
export function formatDateTime(moment: Moment): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? words[language].unknown : formats.dateTime.format(date);
}

/** Formats a month: « mars 2027 ». */
export const formatMonth = (date: Date): string => formats.month.format(date);

/** Formats a weekday: « lundi », or « L ». */
export const formatWeekday = (date: Date, length: 'long' | 'narrow'): string =>
  formats[length === 'long' ? 'weekday' : 'narrow'].format(date);

/** Returns a key of the local calendar day, the same for all times of a day; '' for an invalid date. */
export function dayKey(moment: Moment): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Formats a date separator of message lists: « Aujourd'hui », « Hier », a full date, or « Date inconnue ». */
export function formatDay(moment: Moment, now: Moment = Date.now()): string {
  const day = dayKey(moment);
  if (day === '') return words[language].unknown;
  if (day === dayKey(now)) return words[language].today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === dayKey(yesterday)) return words[language].yesterday;
  return formatDate(moment);
}

/** Formats a time in few characters, for lists: the hour today, « Hier », « 3 mars », « 03/03/2025 » in another year. */
export function formatWhenShort(moment: Moment, now: Moment = Date.now()): string {
  const day = formatDay(moment, now);
  if (day === words[language].today) return formatTime(moment);
  if (day === words[language].yesterday || day === words[language].unknown) return day;
  const date = new Date(moment);
  const ofThisYear = date.getFullYear() === new Date(now).getFullYear();
  return (ofThisYear ? formats.shortDate : formats.numericDate).format(date);
}

/**
 * Returns the device's time zone, as the parameter of requests whose response depends on it. Empty if the zone is unknown
 * (`Etc/Unknown`), because the server would refuse it.
 */
export function zoneHere(): { zone?: string } {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isZone(zone) ? { zone } : {};
}
