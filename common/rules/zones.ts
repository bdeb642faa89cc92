/** Whether a text names a time zone that is known here (`Europe/Paris`). */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * How far the clocks of a zone are ahead of UTC at a moment, in milliseconds, to the minute.
 * @param at milliseconds since 1970
 */
export function aheadOfUtc(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find(part => part.type === type)?.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return shown - Math.floor(at / 60_000) * 60_000;
}

/** The moment at which a day (`2026-11-22`) begins where the clocks are those of a zone, in milliseconds since 1970. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(day);
  // Clocks change at night, and never twice within a day.
  const near = midnight - aheadOfUtc(midnight, zone);
  return midnight - aheadOfUtc(near, zone);
}

/** Writes times of a zone for spreadsheets, to the second: in French `22/11/2026 14:05:09`, else `2026-11-22 14:05:09`. */
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
