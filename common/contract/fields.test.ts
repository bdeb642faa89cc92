import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  color,
  email,
  flag,
  id,
  ids,
  lines,
  localTime,
  password,
  rawText,
  text,
  time,
  zone,
  zoneName,
} from './fields.ts';
import { typedCode } from './people/otp.ts';

const whyNot = (schema: z.ZodType, said: string) => schema.safeParse(said).error?.issues[0]?.message;

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
    `a@${'c'.repeat(64)}.d`,
    `${'a'.repeat(61)}@${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.f`,
  ])('an e-mail address like « %s » is refused', address => {
    expect(email.safeParse(address).success).toBe(false);
  });

  it.each([
    'a@b',
    'prénom.nom+liste@exemple.fr',
    "o'brien_x@mail.exemple.co",
    'x@xn--9ca.fr',
    `${'a'.repeat(64)}@${'c'.repeat(63)}.d`,
  ])('an e-mail address like « %s » is accepted', address => {
    expect(email.parse(address)).toBe(address);
  });
});

it('a code sent as a number has again the zeros that it began with', () => {
  expect([typedCode.parse(1234), typedCode.parse('001234'), typedCode.parse(482913)]).toEqual([
    '001234',
    '001234',
    '482913',
  ]);
});

it('an e-mail address is trimmed and in lower case', () => {
  expect(email.parse(' Camille@Exemple.FR ')).toBe('camille@exemple.fr');
});

describe('a text', () => {
  it('a text is trimmed, and counted without the spaces around it', () => {
    expect([text(3, 1).parse('  abc  '), lines(3).parse('\n abc\n')]).toEqual(['abc', 'abc']);
    expect([text(3, 1).safeParse('abcd').success, text(3, 2).safeParse(' a ').success]).toEqual([false, false]);
    expect(text(3).parse('   ')).toBe('');
  });

  it.each(['\u200b', '\u00ad\u2060', '\u3164\ufe0f'])(
    'a text of nothing visible is none where one is required: %j',
    blank => {
      expect(whyNot(text(80, 1), blank)).toBe('required');
      expect(text(80).safeParse(blank).success).toBe(true);
    },
  );

  it.each(['Un\0Deux', 'Un\ud83cDeux'])('a text that no database keeps is refused, as typed too: %j', said => {
    for (const schema of [text(80), lines(80), rawText(80)]) expect(whyNot(schema, said)).toBe('characters');
  });

  it('a message is kept as it was typed', () => {
    expect(rawText(80).parse('  Un\r\n\tDeux \u202e\n')).toBe('  Un\r\n\tDeux \u202e\n');
  });
});

describe('other fields', () => {
  const accepted = (schema: z.ZodType, values: readonly unknown[]) =>
    values.map(value => schema.safeParse(value).success);

  it('a password is kept as typed, eight to two hundred signs', () => {
    expect(password.parse(' mot de passe ')).toBe(' mot de passe ');
    expect(whyNot(password, '1234567')).toBe('password_short');
    expect(accepted(password, ['12345678', 'x'.repeat(200), 'x'.repeat(201), '12345678\0'])).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('a colour has six digits', () => {
    expect(accepted(color, ['#1d6a51', '#1D6A51', '#1d6a5', '#1d6a511', 'red', '#1d6a5g', ' #1d6a51'])).toEqual([
      ...[true, true, false, false, false, false, false],
    ]);
  });

  it('a flag is a boolean, or the word that a form sends for one', () => {
    expect([true, false, 'true', 'false'].map(value => flag.parse(value))).toEqual([true, false, true, false]);
    expect(accepted(flag, ['oui', '', 1, null])).toEqual([false, false, false, false]);
  });

  it('a record has one id, however its letters are written, and a list of ids has an end', () => {
    const one = '0199F3C0-5A1E-7D20-9C3B-2F8E6A1D4B07';
    expect(id.parse(one)).toBe(one.toLowerCase());
    expect(accepted(id, ['abc', `${one}0`, one.replaceAll('-', '')])).toEqual([false, false, false]);
    expect(accepted(ids(2), [[], [one, one], [one, one, one]])).toEqual([true, true, false]);
  });

  it('a local time is to the minute, of a day that exists; a time is in UTC with its milliseconds', () => {
    expect(accepted(localTime, ['2026-11-27T09:00', '2028-02-29T23:59', '2027-02-29T09:00'])).toEqual([
      ...[true, true, false],
    ]);
    expect(accepted(localTime, ['2026-11-27T24:00', '2026-11-27T09:00:00', '2026-11-27T09:00Z', '2026-11-27'])).toEqual(
      [...[false, false, false, false]],
    );
    expect(
      accepted(time, ['2026-11-21T09:30:00.000Z', '2026-11-21T09:30:00Z', '2026-11-21T09:30:00.000+01:00']),
    ).toEqual([...[true, false, false]]);
  });

  it('a zone is one that is known, and that of a request is UTC unless it is said', () => {
    expect(accepted(zoneName, ['Europe/Paris', 'Lune/Mer', ''])).toEqual([true, false, false]);
    expect([zone.parse(undefined), zone.parse('Europe/Paris')]).toEqual(['UTC', 'Europe/Paris']);
  });
});
