import { expect, test } from 'vitest';
import '../../../platform/words/i18n.ts';
import { whenBack } from './when-back.ts';

/** A Wednesday evening, in the machine's time zone like the answers. */
const now = new Date(2026, 10, 25, 19, 0);
const said = (day: number, hour: number, minutes = 0) =>
  whenBack(new Date(2026, 10, day, hour, minutes).toISOString(), now).replace(/\s/g, ' ');

test('The time of a return is said by its day as one would say it: today, tomorrow, the weekday, then the date', () => {
  expect([said(25, 22), said(26, 9), said(27, 9, 30), said(31, 18), said(32, 18)]).toEqual([
    'aujourd’hui à 22 h',
    'demain à 9 h',
    'vendredi à 9 h 30',
    'mardi à 18 h',
    'le 2 décembre 2026 à 18 h',
  ]);
});
