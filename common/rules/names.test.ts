import { expect, test } from 'vitest';
import { de, toldApart } from './names.ts';

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
])('« de » before %j is %j', (name, said) => {
  expect(de(name)).toBe(said);
});

test('People who stand together are called by their first name, or by as much as tells them apart', () => {
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

test('One person who stands there twice is not told apart from themself', () => {
  expect([...toldApart([person('Camille Moreau'), person('Camille Moreau')]).values()]).toEqual(['Camille']);
});
