import { describe, expect, it } from 'vitest';
import { email, lines, text } from './fields.ts';
import { typedCode } from './people/otp.ts';

const whyNot = (schema: ReturnType<typeof text>, said: string) => schema.safeParse(said).error?.issues[0]?.message;

describe.each([
  ['on one line', text(80, 1)],
  ['on several lines', lines(80)],
])('a text %s', (_kind, schema) => {
  it.each([
    ['a line separator', 'Un\u2028Deux'],
    ['a terminal’s escape sequence', 'Un\u001b[2JDeux'],
    ['a bell', 'Un\u0007Deux'],
    ['a mark that reverses the reading direction', 'Un\u202exuD'],
    ['an isolate that does not end', 'Un\u2067Deux'],
    ['an embedding', '\u202aUn'],
  ])('a text with %s is refused', (_what, said) => {
    expect(whyNot(schema, said)).toBe('line');
  });

  it('a text in any script is accepted', () => {
    expect(schema.parse('Ζωή عمر 田中 d’Été-🌳')).toBe('Ζωή عمر 田中 d’Été-🌳');
  });
});

it.each(['\n', '\r\n', '\t'])('a line break or a tab is refused by text and accepted by lines: %j', mark => {
  expect(whyNot(text(80, 1), `Un${mark}Deux`)).toBe('line');
  expect(lines(80).parse(`Un${mark}Deux`)).toBe(`Un${mark}Deux`);
});

describe('an e-mail address', () => {
  it.each([
    '"x"<a,b@c.d>1',
    'a@b@c.d',
    'a b@c.d',
    'a,b@c.d',
    'Nom <a@c.d>',
    '.a@c.d',
    'a..b@c.d',
    'a@-c.d',
    'a@c..d',
    'a@[127.0.0.1]',
    'a\u202eb@c.d',
    'a@',
    `${'a'.repeat(65)}@c.d`,
  ])('an e-mail address like « %s » is refused', address => {
    expect(email.safeParse(address).success).toBe(false);
  });

  it.each(['a@b', 'prénom.nom+liste@exemple.fr', "o'brien_x@mail.exemple.co", 'x@xn--9ca.fr', `${'a'.repeat(64)}@c.d`])(
    'an e-mail address like « %s » is accepted',
    address => {
      expect(email.parse(address)).toBe(address);
    },
  );
});

it('a code sent as a number has again the zeros that it began with', () => {
  expect([typedCode.parse(1234), typedCode.parse('001234'), typedCode.parse(482913)]).toEqual([
    '001234',
    '001234',
    '482913',
  ]);
});
