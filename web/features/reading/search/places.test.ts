import { expect, test } from 'vitest';
import { matching, type PlaceEntry } from './places.ts';

const workspace = { id: 'atelier', title: 'Atelier Tilleul' };
const channel = (title: string): PlaceEntry => ({
  ...{ id: title, title, workspace },
  visibility: 'public',
  conversation: null,
});
const conversation = (title: string): PlaceEntry => ({ ...channel(title), workspace: null, visibility: null });

const places = [conversation('Le chantier'), channel('vieux-chantier'), channel('Chantier'), conversation('Karim')];
const found = (query: string, atMost = 9) => matching(places, query, atMost).map(({ title }) => title);

test('A place that begins with the words comes before one that holds them, and those beyond the limit are left out', () => {
  expect(found('chantier')).toEqual(['Chantier', 'Le chantier', 'vieux-chantier']);
  expect(found('chantier', 2)).toEqual(['Chantier', 'Le chantier']);
  expect(found('tilleul')).toEqual(['vieux-chantier', 'Chantier']);
});

test('« # » finds channels alone, and « @ » conversations alone', () => {
  expect(found('#chantier')).toEqual(['Chantier', 'vieux-chantier']);
  expect(found('@chantier')).toEqual(['Le chantier']);
  expect(found('@')).toEqual(['Le chantier', 'Karim']);
});
