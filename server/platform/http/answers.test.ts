import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerCompiler, joined, partWriter, reopen, Written } from './answers.ts';

const Person = z.object({
  _id: z.uuid(),
  name: z.string(),
  at: z.iso.datetime(),
  room: z.object({ title: z.string() }).nullable(),
  code: z
    .string()
    .regex(/^[A-Z]+$/)
    .optional(),
});
const camille = {
  ...{ _id: '018f0000-0000-7000-8000-000000000001', name: 'L’« été »\n"\\\u2028😀', at: '2026-11-21T16:08:07.100Z' },
  room: { title: 'Nord' },
};
const secret = { password: 'motsecret' };
const writeOf = (schema: z.ZodType) => answerCompiler({ schema, method: 'GET', url: '/' } as never);

it('A written answer is its pieces one after the other, in bytes of UTF-8 that all its requests share', () => {
  const written = new Written<unknown>(['{"é":', Buffer.from('"😀"'), ',"b":[1]}', reopen, ',"c":"’"}']);
  expect(`${written.bytes}`).toBe('{"é":"😀","b":[1],"c":"’"}');
  expect(written.bytes).toBe(written.bytes);
  expect(`${new Written<unknown>('{"é":1}').bytes}`).toBe('{"é":1}');
  // What is reopened may be bytes that were kept.
  expect(`${new Written<unknown>([Buffer.from('{"a":1}'), reopen, ',"b":2}']).bytes}`).toBe('{"a":1,"b":2}');
});

it('An answer has the fields of its schema and no others, whatever they hold, and null where it is', () => {
  const write = writeOf(z.object({ people: z.array(Person), next: Person.nullable() }));
  const answer = { people: [{ ...camille, ...secret, code: 'AB' }], next: null, ...secret };
  expect(JSON.parse(`${write(answer)}`)).toEqual({ people: [{ ...camille, code: 'AB' }], next: null });
  const other = { people: [], next: { ...camille, room: null, ...secret } };
  expect(JSON.parse(`${write(other)}`)).toEqual({ people: [], next: { ...camille, room: null } });
});

it('An answer that is written already is sent as it is, and a long one as bytes', () => {
  const write = writeOf(z.object({ text: z.string() }));
  const written = new Written<{ text: string }>('{"text":"é"}');
  expect(write(written)).toBe(written.bytes);
  expect(typeof write({ text: 'court' })).toBe('string');
  const long = write({ text: 'é'.repeat(2_000) }) as unknown;
  expect(Buffer.isBuffer(long)).toBe(true);
  expect(JSON.parse(`${long}`)).toEqual({ text: 'é'.repeat(2_000) });
});

it('An answer that is not what its contract says fails where it is tested', () => {
  const write = writeOf(z.object({ people: z.array(Person) }));
  expect(() => write({ people: [{ ...camille, name: 7 }] })).toThrow();
  expect(() => write({ people: [{ ...camille, at: 'hier' }] })).toThrow();
  expect(() => write(new Written('{"people":"nobody"}'))).toThrow();
});

it('A part of an answer is written as its schema says', () => {
  expect(JSON.parse(partWriter(Person)({ ...camille, ...secret } as never))).toEqual(camille);
});

it('An answer is joined of parts: values, what is written already, and null', () => {
  const write = joined(z.object({ me: Person, other: Person.nullable(), count: z.number(), all: z.array(Person) }));
  const all = new Written<z.input<typeof Person>[]>(['[', JSON.stringify(camille), ']']);
  const parts = { me: { ...camille, ...secret }, other: null, count: 3, all };
  expect(`${write(parts as never).bytes}`).toBe(
    `{"me":${JSON.stringify(camille)},"other":null,"count":3,"all":[${JSON.stringify(camille)}]}`,
  );
  const { other } = JSON.parse(`${write({ ...parts, other: { ...camille, room: null } } as never).bytes}`);
  expect(other).toEqual({ ...camille, room: null });
});
