import { expect, it } from 'vitest';
import { z } from './inert-schemas.ts';

type Schema = Record<string, (...given: unknown[]) => Schema> & { options: readonly string[]; shape: Schema };
const schemas = z as Schema;

it('Schemas of the page are declared as those of the server are, and check nothing', async () => {
  const id = schemas.string?.().min?.(1).max?.(20) as Schema;
  const record = schemas.object?.({ id }).extend?.({ more: id.optional?.() }) as Schema;
  for (const name of ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])
    expect(() => record[name]).toThrow(`${name}() is for the server`);
  // A schema is no promise, even when awaited.
  expect(typeof (await record)).toBe('function');
});

it('The choices of an enum are known to the page, also where it is described', () => {
  const status = schemas.enum?.(['online', 'away']) as Schema;
  expect(status.options).toEqual(['online', 'away']);
  expect(status.meta?.({ id: 'Status' })).toBe(status);
});
