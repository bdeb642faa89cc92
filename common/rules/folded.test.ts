import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it.each<[text: string, plain: string]>([
  ['Élodie', 'elodie'],
  ['CŒUR', 'coeur'],
  ['Ægidius', 'aegidius'],
  ['e\u0301te\u0301', 'ete'],
  ['ﬁn', 'fin'],
  ['Straße', 'straße'],
  ['L’œuf, l’Été', "l'oeuf, l'ete"],
  ...[..."’‘‛ʼʹ′´`'"].map(sign => [`L${sign}été`, "l'ete"] satisfies [string, string]),
])('folded of « %s » is « %s »', (text, plain) => {
  expect(folded(text)).toBe(plain);
});
