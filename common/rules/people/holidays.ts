const dayMs = 24 * 3_600_000;

/** Parts of France with public holidays of their own, and « none » for people without public holidays. */
export const holidayRegions = [
  'none',
  'metropole',
  'alsace-moselle',
  'guadeloupe',
  'martinique',
  'guyane',
  'reunion',
  'mayotte',
] as const;
export type HolidayRegion = (typeof holidayRegions)[number];

/** Names of public holidays. */
export type HolidayName =
  | 'new_year'
  | 'good_friday'
  | 'easter_monday'
  | 'labour'
  | 'victory'
  | 'ascension'
  | 'whit_monday'
  | 'national'
  | 'assumption'
  | 'all_saints'
  | 'armistice'
  | 'christmas'
  | 'second_christmas'
  | 'abolition';

/** Public holiday: its day (`2026-05-08`) and its name. */
export interface Holiday {
  day: string;
  name: HolidayName;
}

/** Days of the year on which the abolition of slavery is a public holiday (decree 83-1003). */
const abolition: Partial<Record<HolidayRegion, string>> = {
  mayotte: '04-27',
  martinique: '05-22',
  guadeloupe: '05-27',
  guyane: '06-10',
  reunion: '12-20',
};

/** Computes Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher), in milliseconds of UTC. */
function easterMs(year: number): number {
  const golden = year % 19;
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century + 8) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * toSunday) / 451);
  const march = moon + toSunday - 7 * late + 114;
  return Date.UTC(year, Math.floor(march / 31) - 1, (march % 31) + 1);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Lists the public holidays of a year in a part of France, in order; two on one day (Ascension on 1 May) are both listed. */
export function holidaysOf(year: number, region: HolidayRegion): Holiday[] {
  if (region === 'none') return [];
  const easter = easterMs(year);
  const fromEaster = (days: number, name: HolidayName): Holiday => ({ day: dayOf(easter + days * dayMs), name });
  const on = (day: string, name: HolidayName): Holiday => ({ day: `${year}-${day}`, name });
  const isAlsatian = region === 'alsace-moselle';
  const abolished = abolition[region];
  return [
    on('01-01', 'new_year'),
    ...(isAlsatian ? [fromEaster(-2, 'good_friday')] : []),
    fromEaster(1, 'easter_monday'),
    on('05-01', 'labour'),
    on('05-08', 'victory'),
    fromEaster(39, 'ascension'),
    fromEaster(50, 'whit_monday'),
    on('07-14', 'national'),
    on('08-15', 'assumption'),
    on('11-01', 'all_saints'),
    on('11-11', 'armistice'),
    on('12-25', 'christmas'),
    ...(isAlsatian ? [on('12-26', 'second_christmas')] : []),
    ...(abolished ? [on(abolished, 'abolition')] : []),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

const known = new Map<string, ReadonlySet<string>>();

/** Tells whether a day (`2026-05-08`) is a public holiday in a part of France. */
export function isHoliday(day: string, region: HolidayRegion): boolean {
  const year = day.slice(0, 4);
  const key = `${year} ${region}`;
  let days = known.get(key);
  if (!days) {
    days = new Set(holidaysOf(Number(year), region).map(holiday => holiday.day));
    // Years come from calendars of a few years around today; beyond that, the cache stays bounded.
    if (known.size < 200) known.set(key, days);
  }
  return days.has(day);
}
