/** Tells whether a text is a time of day as stored: `HH:MM`. */
export const isHour = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Parses a typed time of day (« 9 », « 9h30 », « 930 », « 09:30 ») to `HH:MM`; null if it is none. */
export function readHour(typed: string): string | null {
  const text = typed.trim();
  const [, hours = '', minutes = ''] = /^(\d{1,2})\s*[:hH.]?\s*(\d{2})?$/.exec(text) ?? [];
  const hour = `${hours.padStart(2, '0')}:${minutes || '00'}`;
  return hours && isHour(hour) ? hour : null;
}
