import { expect, test } from 'vitest';
import { de, fullName, goneName, isGone, toldApart } from './names.ts';

const person = (name: string) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { _id: name, firstName, lastName: rest.join(' ') };
};
const called = (...names: string[]) => [...toldApart(names.map(person)).values()];

test.each([
  ['Camille', 'de Camille'],
  ['Agathe', 'd’Agathe'],
  ['Élodie', 'd’Élodie'],
  ['Œnone', 'd’Œnone'],
  ['Hélène', 'd’Hélène'],
  ['Honoré', 'd’Honoré'],
  ['Hassan', 'de Hassan'],
  ['Yves', 'd’Yves'],
  ['Yann', 'de Yann'],
  ['', 'de '],
])('de(%j) is %j', (name, said) => {
  expect(de(name)).toBe(said);
});

test('toldApart gives first names, or as much of the last name as makes them differ', () => {
  expect(called('Camille Moreau', 'Karim Benali')).toEqual(['Camille', 'Karim']);
  expect(called('Camille Moreau', 'Karim Benali', 'Camille Riou')).toEqual(['Camille M.', 'Karim', 'Camille R.']);
  expect(called('Camille Moreau', 'Camille Martin', 'Camille Riou')).toEqual([
    'Camille Moreau',
    'Camille Martin',
    'Camille R.',
  ]);
  expect(called('Hélène Garnier', 'helene Petit')).toEqual(['Hélène G.', 'helene P.']);
  expect(called('Camille Moreau')).toEqual(['Camille']);
  expect(called('Camille', 'Camille Riou')).toEqual(['Camille', 'Camille R.']);
});

test('toldApart does not distinguish a person from themself when listed twice', () => {
  expect([...toldApart([person('Camille Moreau'), person('Camille Moreau')]).values()]).toEqual(['Camille']);
});

test('fullName of a person without a last name is the first, and isGone is true of the name of a deleted account alone', () => {
  const gone = { firstName: goneName, lastName: '' };
  expect([fullName({ firstName: 'Camille', lastName: 'Moreau' }), fullName(gone)]).toEqual([
    'Camille Moreau',
    goneName,
  ]);
  const people = [gone, { firstName: goneName, lastName: 'Moreau' }, { firstName: 'Camille', lastName: '' }];
  expect(people.map(isGone)).toEqual([true, false, false]);
});
