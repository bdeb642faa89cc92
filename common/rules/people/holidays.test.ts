import { describe, expect, it } from 'vitest';
import { type HolidayRegion, holidaysOf, isHoliday } from './holidays.ts';

/** Days that move with Easter, from the calendars of those years: Easter Monday, Ascension, Whit Monday. */
const moving: Record<number, [string, string, string]> = {
  1999: ['04-05', '05-13', '05-24'],
  2000: ['04-24', '06-01', '06-12'],
  2008: ['03-24', '05-01', '05-12'],
  2011: ['04-25', '06-02', '06-13'],
  2016: ['03-28', '05-05', '05-16'],
  2019: ['04-22', '05-30', '06-10'],
  2020: ['04-13', '05-21', '06-01'],
  2021: ['04-05', '05-13', '05-24'],
  2022: ['04-18', '05-26', '06-06'],
  2023: ['04-10', '05-18', '05-29'],
  2024: ['04-01', '05-09', '05-20'],
  2025: ['04-21', '05-29', '06-09'],
  2026: ['04-06', '05-14', '05-25'],
  2027: ['03-29', '05-06', '05-17'],
  2028: ['04-17', '05-25', '06-05'],
  2029: ['04-02', '05-10', '05-21'],
  2030: ['04-22', '05-30', '06-10'],
  2038: ['04-26', '06-03', '06-14'],
};
const fixed = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
const daysOf = (year: number, region: HolidayRegion) => holidaysOf(year, region).map(({ day }) => day);

describe('public holidays of France', () => {
  it.each(Object.entries(moving))('%s has in métropole the eleven days of its calendar', (year, moved) => {
    const expected = [...fixed, ...moved].map(day => `${year}-${day}`).sort();
    expect(daysOf(Number(year), 'metropole')).toEqual(expected);
  });

  it.each([
    [2024, '2024-03-29'],
    [2025, '2025-04-18'],
    [2026, '2026-04-03'],
    [2027, '2027-03-26'],
    [2028, '2028-04-14'],
  ])('%s has Good Friday and 26 December besides in Alsace-Moselle', (year, friday) => {
    const more = daysOf(year, 'alsace-moselle').filter(day => !daysOf(year, 'metropole').includes(day));
    expect(more).toEqual([friday, `${year}-12-26`]);
  });

  it.each([
    ['mayotte', '04-27'],
    ['martinique', '05-22'],
    ['guadeloupe', '05-27'],
    ['guyane', '06-10'],
    ['reunion', '12-20'],
  ] as const)('%s has besides the day of its abolition of slavery, %s', (region, day) => {
    for (const year of [2025, 2026, 2027]) {
      const more = daysOf(year, region).filter(one => !daysOf(year, 'metropole').includes(one));
      expect(more).toEqual([`${year}-${day}`]);
      expect(isHoliday(`${year}-${day}`, region)).toBe(true);
      expect(isHoliday(`${year}-${day}`, 'metropole')).toBe(false);
    }
  });

  it('Each has its name, two on one day too', () => {
    const namesOf = (year: number, region: HolidayRegion) =>
      Object.fromEntries(holidaysOf(year, region).map(({ day, name }) => [name, day.slice(5)]));
    expect(namesOf(2026, 'alsace-moselle')).toEqual({
      ...{ new_year: '01-01', good_friday: '04-03', easter_monday: '04-06', labour: '05-01', victory: '05-08' },
      ...{ ascension: '05-14', whit_monday: '05-25', national: '07-14', assumption: '08-15', all_saints: '11-01' },
      ...{ armistice: '11-11', christmas: '12-25', second_christmas: '12-26' },
    });
    expect(namesOf(2026, 'reunion').abolition).toBe('12-20');
    expect(namesOf(2008, 'metropole')).toMatchObject({ labour: '05-01', ascension: '05-01' });
  });

  it('Who keeps no public holidays has none', () => {
    expect(holidaysOf(2026, 'none')).toEqual([]);
    expect(isHoliday('2026-12-25', 'none')).toBe(false);
  });
});
