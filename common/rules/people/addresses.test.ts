import { expect, test } from 'vitest';
import { readAddresses } from './addresses.ts';

test('Addresses are read apart by spaces, commas, semicolons and lines, each once and in lower case', () => {
  expect(readAddresses('a@x.fr, B@x.fr;c@x.fr\r\n d@x.fr\ta@X.fr')).toEqual(['a@x.fr', 'b@x.fr', 'c@x.fr', 'd@x.fr']);
  expect(readAddresses('  \n ,; ')).toEqual([]);
});

test('Addresses with a name give the address, whatever the name is made of', () => {
  const pasted = 'Zoé Lambert <zoe@x.fr>, "Riou, Yann" <YANN@x.fr>; <a@x.fr> mailto:b@x.fr c@x.fr Théo <d@x.fr>';
  expect(readAddresses(pasted)).toEqual(['zoe@x.fr', 'yann@x.fr', 'a@x.fr', 'b@x.fr', 'c@x.fr', 'd@x.fr']);
});

test('Addresses that are none are kept, to be corrected', () => {
  expect(readAddresses('zoe, a@x.fr')).toEqual(['zoe', 'a@x.fr']);
});
