import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtWord, excerptOf, ownWords } from './excerpts.ts';

const quote = '> [Karim Benali](https://palabre.exemple.fr/workspace/1/channel/2?message=3)\n> On part à **7 h** ?';

test.each([
  ['an answer that begins with a quote', `${quote}\n\nPlutôt à 8 h.`, 'Plutôt à 8 h.'],
  ['a quote in the middle', 'Avant\n> dit\nAprès', 'Avant\nAprès'],
  ['nothing but a quote', quote, 'Karim Benali\nOn part à **7 h** ?'],
  ['the text of a link', 'Voir [le plan](https://exemple.fr/a/b?c=d) ici', 'Voir le plan ici'],
  ['an address alone', 'Voir https://www.exemple.fr/a/b?c=d, merci', 'Voir exemple.fr merci'],
  ['a GIF', '![Un chat](/api/gif/media?url=abc&x=1)', 'GIF – Un chat'],
  ['a link that writes a mail', 'Écrire à [Karim](mailto:k@exemple.fr).', 'Écrire à Karim.'],
  ['an address in capitals, in brackets', '(HTTPS://Exemple.fr/a), (https://b.fr)', '(Exemple.fr), (b.fr)'],
  ['a mark too far in for a quote', 'Voir\n    > dit', 'Voir\n    > dit'],
  ['a quote that is indented, and one within it', '   > dit\n> > redit\nMoi', 'Moi'],
  ['code that is never closed', '```\n> [a](https://b.fr)', '```\n> [a](https://b.fr)'],
  ['a GIF without words', '![](/api/gif/media?url=abc&x=1)', 'GIF'],
  ['code, as it is typed', '`> [a](https://b.fr)`', '`> [a](https://b.fr)`'],
  ['a block of code', '```\n> cité\n```', '```\n> cité\n```'],
  ['a sign that is no quote', 'Prix > 3 €', 'Prix > 3 €'],
  ['mentions and marks', '<@everyone> la **démo**', '<@everyone> la **démo**'],
])('excerptOf %s leaves out quotes and URLs', (_what, content, shown) => {
  expect(excerptOf(content)).toBe(shown);
});

test('excerptOf removes quotes first, then cuts the rest at the end of a word', () => {
  const words = 'mot '.repeat(80).trim();
  expect(excerptOf(`> ${'cité '.repeat(100)}\n\n${words}`)).toBe(`${'mot '.repeat(50).trim()}…`);
  expect(cutAtWord('un deux trois', 9)).toBe('un deux…');
  expect(cutAtWord('un deux trois', 7)).toBe('un deux…');
  expect(cutAtWord('un', 2)).toBe('un');
  // A channel’s name is not cut in two either.
  expect(cutAtWord(`(<#${'0'.repeat(36)}>)`, 20)).toBe('(…');
});

test('excerptOf keeps masked text masked, and cuts no mention or character in two', () => {
  expect(excerptOf(`||${'secret '.repeat(60)}||`)).toMatch(/^\|\|(secret )+secret…\|\|$/);
  expect(excerptOf(`${'x'.repeat(180)}<@018f0000-0000-7000-8000-000000000001>`)).toBe(`${'x'.repeat(180)}…`);
  expect(excerptOf('🎉'.repeat(300))).toBe(`${'🎉'.repeat(200)}…`);
  expect(excerptOf(`> ${'a'.repeat(1_980)}\n||${'b '.repeat(50)}||`)).toMatch(/^\|\|(b )*b?…\|\|$/);
});

test('excerptOf is short and without URLs, for any content', () => {
  const piece = fc.constantFrom(
    '\n> cité\n',
    '[lien](https://a.fr/x)',
    'https://b.fr/y?z',
    '||',
    '`',
    '<@everyone>',
    ' ',
    '\n',
    'mot',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200, size: 'max' }), pieces => {
      const content = pieces.join(' ');
      const excerpt = excerptOf(content);
      expect([...excerpt].length).toBeLessThanOrEqual(203);
      if (!content.includes('`')) expect(excerpt).not.toMatch(/https?:\/\/|\]\(/);
      expect(ownWords(content)).toBe(ownWords(content).trim());
    }),
  );
});
