/** Tells whether a text is the name of a time zone (`Europe/Paris`) that this runtime knows. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Cache of clocks by zone: making a clock takes a hundred times as long as reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksKept = 100;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  });
  if (clocks.size < clocksKept) clocks.set(zone, clock);
  return clock;
}

/**
 * Returns a zone's offset from UTC at a given time, in milliseconds, to the minute.
 * @param at milliseconds since 1970
 */
export function aheadOfUtc(at: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find(part => part.type === type)?.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return shown - Math.floor(at / 60_000) * 60_000;
}

/** Default time zone, also used for the days and months of totals. */
export const usualZone = 'Europe/Paris';

/** Returns the time at which a day (`2026-11-22`) begins in a zone, in milliseconds since 1970. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(day);
  // Two steps, because clocks may change near midnight; they never change twice within a day.
  const near = midnight - aheadOfUtc(midnight, zone);
  const begins = midnight - aheadOfUtc(near, zone);
  // Where clocks go forward at midnight, the day has no midnight, and `begins` may be an hour before its first moment.
  return begins + aheadOfUtc(begins, zone) < midnight ? near : begins;
}

/** Makes a formatter of times in a zone, for spreadsheets: `22/11/2026 14:05:09` in French, else `2026-11-22 14:05:09`. */
export function sheetTimes(zone: string, language: 'fr' | 'en'): (time: string) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  return time => {
    const parts = format.formatToParts(new Date(time));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.find(part => part.type === type)?.value ?? '';
    const day =
      language === 'fr'
        ? [of('day'), of('month'), of('year')].join('/')
        : [of('year'), of('month'), of('day')].join('-');
    return `${day} ${of('hour')}:${of('minute')}:${of('second')}`;
  };
}
