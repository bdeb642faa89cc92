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
