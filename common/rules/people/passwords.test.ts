import { expect, it } from 'vitest';
import { isMadeOf } from './passwords.ts';

const names = ['Atelier Tilleul', 'Palabre', 'Élodie Le Goff', 'elodie.legoff', 'exemple.fr'];

it.each([
  'palabre1',
  'Palabre2026!',
  '2026-palabre',
  'PALABRE palabre',
  'ATELIER 44',
  'atelier-tilleul',
  'AtelierTilleul1',
  'Élodie123',
  'elodie_le_goff',
  'legoff2026',
  'LeGoff$$1',
  'elodiepalabre',
  'exemple.fr1',
  'exemple(2026)',
])('A password of names alone is made of them: %s', password => {
  expect(isMadeOf(password, names)).toBe(true);
});

it.each([
  'un mot de passe sûr',
  'palabres bavardes',
  'palabre et tisane',
  'xpalabre1',
  'elodiexx',
  '12345678',
  'goffgoff2026x',
  'le fr le fr',
  'palabre🌵2026',
  'pal4bre2026',
])('A password with anything else is none: %s', password => {
  expect(isMadeOf(password, names)).toBe(false);
});

it('A name of four letters counts by itself, as whole names and parts of them do', () => {
  expect(isMadeOf('noel2026', ['Noël Roy'])).toBe(true);
  expect(isMadeOf('roy-noel-2026', ['Noël Roy'])).toBe(true);
  expect(isMadeOf('yann1234', ['Yann'])).toBe(true);
});

it('A name of three letters counts within a longer one, never by itself', () => {
  expect(isMadeOf('leo12345', ['Léo Roy'])).toBe(false);
  expect(isMadeOf('leo-roy-2026', ['Léo Roy'])).toBe(false);
  expect(isMadeOf('leoroy2026', ['Léo Roy'])).toBe(true);
});

it('A name without letters is no word', () => {
  expect(isMadeOf('12345678', ['', '2026', '…'])).toBe(false);
});

it('The longest password and names are judged in a moment', () => {
  const name = 'ab'.repeat(40);
  expect(isMadeOf(`${'ab'.repeat(99)}x1`, [name, ...Array.from({ length: 60 }, (_, n) => 'ab'.repeat(n + 2))])).toBe(
    false,
  );
});
