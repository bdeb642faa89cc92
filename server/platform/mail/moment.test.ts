import { expect, it } from 'vitest';
import { shown } from './moment.ts';

const at = new Date('2026-11-21T23:30:00.000Z');

it.each([
  ['fr', 'Europe/Paris', /^22 novembre 2026 à 00:30 \(.+\)$/],
  ['fr', 'Pacific/Auckland', /^22 novembre 2026 à 12:30 \(heure de la Nouvelle-Zélande\)$/],
  ['en', 'Europe/Paris', /^22 November 2026 at 00:30 \(.+\)$/],
  ['en', 'America/New_York', /^21 November 2026 at 18:30 \(.+\)$/],
  // By the zone of the server, whatever that is.
  ['fr', null, /^2[12] novembre 2026 à \d\d:\d\d \(.+\)$/],
] as const)('A moment is told in %s by the clock of %s, with the name of that clock', (language, zone, expected) => {
  expect(shown(at, language, zone)).toMatch(expected);
});
