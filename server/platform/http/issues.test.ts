import { issues } from '@palabre/common/contract/issues.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './issues.ts';

it.each<[said: string, schema: z.ZodType, value: unknown]>([
  ['required', z.string(), undefined],
  ['required', z.string().min(1), ''],
  ['wrong_type', z.string(), 7],
  ['wrong_type', z.string(), null],
  ['wrong_type', z.number(), Number.NaN],
  ['too_short 3', z.string().min(3), 'ab'],
  ['too_long 3', z.string().max(3), 'abcd'],
  ['empty', z.array(z.string()).min(1), []],
  ['too_few 2', z.array(z.string()).min(2), ['a']],
  ['too_many 2', z.array(z.string()).max(2), ['a', 'b', 'c']],
  ['too_small 1', z.number().min(1), 0],
  ['too_big 9', z.number().max(9), 10],
  ['wrong_format', z.enum(['a', 'b']), 'c'],
  ['wrong_format', z.uuid(), 'x'],
  ['wrong_format', z.string().refine(() => false), 'x'],
])('What is wrong with a value is « %s », before anyone’s language is known', (said, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([said]);
});

it('What is wrong is said in a sentence with its limit, and in general terms where it has no code', () => {
  expect([issueSentence('too_few 2', 'fr'), issueSentence('too_few 2', 'en')]).toEqual([
    ...['Il faut au moins 2 éléments.', 'At least 2 items are needed.'],
  ]);
  expect(issueSentence('required', 'fr')).toBe('Ce champ est requis.');
  for (const said of ['Invalid input', '']) expect(issueSentence(said, 'en')).toBe(issues.wrong_format.en);
});
