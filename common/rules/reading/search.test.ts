import { describe, expect, it } from 'vitest';
import { asksSomething, asksWords, readSearch, searchedDay, wrongDays } from './search.ts';

const today = new Date('2026-11-22T10:00:00.000Z');
const nothing = { terms: [], from: [], in: [], before: null, after: null, hasFile: false };
const term = (text: string, more = {}) => ({ text, phrase: false, without: false, ...more });

describe('search queries', () => {
  it.each([
    ['livraison mardi', { terms: [term('livraison'), term('mardi')] }],
    ['"livraison mardi"', { terms: [term('livraison mardi', { phrase: true })] }],
    ['« livraison mardi » béton', { terms: [term('livraison mardi', { phrase: true }), term('béton')] }],
    ['livraison -mardi', { terms: [term('livraison'), term('mardi', { without: true })] }],
    ['de:Karim dans:#chantier plan', { from: ['Karim'], in: ['chantier'], terms: [term('plan')] }],
    ['DE:@karim from:"Hélène Garnier"', { from: ['karim', 'Hélène Garnier'] }],
    ['avant:22/11/2026 après:2026-10-01', { before: '2026-11-22', after: '2026-10-01' }],
    ['apres:hier a:fichier', { after: '2026-11-21', hasFile: true }],
    ['after:yesterday before:today', { after: '2026-11-21', before: '2026-11-22' }],
    ['has:file', { hasFile: true }],
    ['plan de: Après:', { terms: [term('plan')] }],
    ['note:', { terms: [term('note:')] }],
    [
      'note:"deux mots" -note:un',
      { terms: [term('note:deux mots', { phrase: true }), term('note:un', { without: true })] },
    ],
    ['a:fichiers has:files', { hasFile: true }],
    ['a:photo', { terms: [term('a:photo')] }],
    ['-"deux mots"', { terms: [term('deux mots', { phrase: true, without: true })] }],
    ['de:karim de:@zoé dans:a in:#b', { from: ['karim', 'zoé'], in: ['a', 'b'] }],
    ['avant:hier avant:22/11/2026', { before: '2026-11-22' }],
    ['avant:bientôt', { terms: [term('avant:bientôt')] }],
    ['à:midi https://exemple.fr/x', { terms: [term('à:midi'), term('https://exemple.fr/x')] }],
    ['"jamais fermé', { terms: [term('jamais fermé', { phrase: true })] }],
    ['"" -', { terms: [term('-')] }],
    ['aa dea', { terms: [term('aa'), term('dea')] }],
    ['" deux mots " de:" Zoé "', { terms: [term('deux mots', { phrase: true })], from: ['Zoé'] }],
    ['de:a@b dans:x#y', { from: ['a@b'], in: ['x#y'] }],
    ['fichier note:fichier', { terms: [term('fichier'), term('note:fichier')] }],
    ['a:monfichier a:fichiersx', { terms: [term('a:monfichier'), term('a:fichiersx')] }],
    ['22/11/2026 hier', { terms: [term('22/11/2026'), term('hier')] }],
  ])('readSearch parses « %s »', (typed, expected) => {
    expect(readSearch(typed, today)).toEqual({ ...nothing, ...expected });
  });

  it('readSearch takes ten words at most', () => {
    expect(readSearch('un mot '.repeat(20), today).terms).toHaveLength(10);
  });

  it('wrongDays lists the filters without a valid day, and no others', () => {
    expect(wrongDays('avant:bientôt plan après:31/02/2026 avant:hier après: de:demain', today)).toEqual([
      { filter: 'before', value: 'bientôt' },
      { filter: 'after', value: '31/02/2026' },
    ]);
  });

  it('wrongDays finds a day between quotes, with spaces around it', () => {
    expect(wrongDays('avant:" hier " après:" demain "', today)).toEqual([{ filter: 'after', value: 'demain' }]);
  });

  it('asksSomething is false for excluded words alone', () => {
    expect(
      ['plan', 'de:karim', 'a:fichier', '-plan', ''].map(typed => asksSomething(readSearch(typed, today))),
    ).toEqual([true, true, true, false, false]);
    expect(['dans:chantier', 'avant:hier', 'après:hier'].map(typed => asksSomething(readSearch(typed, today)))).toEqual(
      [...[true, true, true]],
    );
  });

  it('asksWords is true of words to find alone', () => {
    expect(
      ['plan de:karim', '-plan plan', 'de:karim', '-plan', ''].map(typed => asksWords(readSearch(typed, today))),
    ).toEqual([...[true, true, false, false, false]]);
  });
});

it.each([
  ['2026-11-22', '2026-11-22'],
  ['1/2/2026', '2026-02-01'],
  ['22/11', '2026-11-22'],
  ['aujourd’hui', '2026-11-22'],
  ['Hier', '2026-11-21'],
  ['22.11.2026', '2026-11-22'],
  ['YESTERDAY', '2026-11-21'],
  ['1970-01-01', '1970-01-01'],
  ['1969-12-31', null],
  ['31/12/2999', '2999-12-31'],
  ['3000-01-01', null],
  ['29/02/2028', '2028-02-29'],
  ['2026-13-01', null],
  ['0/11/2026', null],
  ['31/02/2026', null],
  ['demain', null],
  ['x2026-11-22', null],
  ['2026-11-22x', null],
  ['x22/11', null],
  ['22/11x', null],
])('searchedDay of « %s » is %s', (written, day) => {
  expect(searchedDay(written, today)).toBe(day);
});
