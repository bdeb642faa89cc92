import { describe, expect, test } from 'vitest';
import { readCsv, writeCsv } from './csv.ts';

const file = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content]);
const read = (content: string | Uint8Array<ArrayBuffer>) => readCsv(file(content));
const both = { addresses: ['camille@exemple.fr', 'karim@exemple.fr'], left: [] };

describe('CSV import', () => {
  test.each([
    ['a line each', 'camille@exemple.fr\nkarim@exemple.fr\n'],
    ['Windows’ line ends', 'camille@exemple.fr\r\nkarim@exemple.fr'],
    ['commas', 'camille@exemple.fr,karim@exemple.fr'],
    ['semicolons', 'Camille;camille@exemple.fr\nKarim;karim@exemple.fr'],
    ['tabs', 'Camille\tcamille@exemple.fr\nKarim\tkarim@exemple.fr'],
    ['bars', 'camille@exemple.fr|karim@exemple.fr'],
    ['quotes', '"Riou, Camille","camille@exemple.fr"\n"Benali, Karim","karim@exemple.fr"'],
    ['capitals and repeats', 'CAMILLE@exemple.fr\ncamille@exemple.fr\n karim@exemple.fr '],
    ['several in one cell', 'Camille <camille@exemple.fr>; karim@exemple.fr'],
    ['a byte order mark', '\ufeffcamille@exemple.fr\nkarim@exemple.fr'],
  ])('is read with %s', async (_how, content) => {
    expect(await read(content)).toEqual(both);
  });

  test('CSV import reads Excel’s encodings: UTF-16 and Windows-1252', async () => {
    const text = 'Prénom;E-mail\nZoé;camille@exemple.fr\nLéo;karim@exemple.fr';
    const wide = new Uint8Array([
      0xff,
      0xfe,
      ...[...text].flatMap(char => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
    ]);
    const narrow = new Uint8Array([...text].map(char => char.charCodeAt(0)));
    const expected = { ...both, left: [{ line: 1, text: 'Prénom · E-mail' }] };
    const turned = new Uint8Array(wide.map((_byte, at) => wide[at % 2 === 0 ? at + 1 : at - 1] ?? 0));
    for (const both of [wide, turned]) expect(await read(both)).toEqual(expected);
    expect(await read(narrow)).toEqual(expected);
  });

  test('CSV import names each line without an address', async () => {
    expect(await read('E-mail\ncamille@exemple.fr\n\nkarim(at)exemple.fr\nkarim@exemple.fr')).toEqual({
      ...both,
      left: [
        { line: 1, text: 'E-mail' },
        { line: 4, text: 'karim(at)exemple.fr' },
      ],
    });
  });

  test.each([
    ['empty', 'nom;prénom\nRiou;Camille'],
    ['empty', ''],
    ['invalid', 'a\0b'],
    ['invalid', '"camille@exemple.fr\nkarim@exemple.fr'],
    ['tooLarge', 'a'.repeat(1024 * 1024 + 1)],
    ['tooMany', Array.from({ length: 5_001 }, (_, n) => `a${n}@exemple.fr`).join('\n')],
  ])('that is %s says so', async (failure, content) => {
    expect(await read(content)).toBe(failure);
  });
});

test('CSV import takes as many addresses as a whitelist holds, and none longer than an address may be', async () => {
  const most = Array.from({ length: 5_000 }, (_, n) => `a${n}@exemple.fr`);
  expect(await read(most.join('\n'))).toEqual({ addresses: most, left: [] });
  const long = `camille@${'a.'.repeat(122)}fr`;
  expect(await read(`${long}\na${long}`)).toEqual({ addresses: [long], left: [{ line: 2, text: `a${long}` }] });
});

test('CSV import reads a file of one megabyte to its end', async () => {
  const text = 'camille@exemple.fr\nkarim@exemple.fr\n';
  expect(await read(text + ' '.repeat(1024 * 1024 - text.length))).toEqual(both);
});

test('CSV export of a whitelist says that it is UTF-8, which Excel would else not read', async () => {
  const [...begin] = new Uint8Array(await writeCsv(['zoé@exemple.fr']).arrayBuffer()).slice(0, 3);
  expect(begin).toEqual([0xef, 0xbb, 0xbf]);
  expect(writeCsv([]).type).toBe('text/csv;charset=utf-8');
});

test('CSV export of a whitelist holds no formula, and imports back unchanged', async () => {
  const addresses = ['=1+1@exemple.fr', '+33@exemple.fr', '-a@exemple.fr', 'camille@exemple.fr', "o'brien@exemple.fr"];
  const text = await writeCsv(addresses).text();
  expect(text.split('\r\n').filter(line => /^"?[=+\-@]/.test(line))).toEqual([]);
  expect(await readCsv(writeCsv(addresses))).toEqual({ addresses, left: [{ line: 1, text: 'email' }] });
});
