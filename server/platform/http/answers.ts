import assert from 'node:assert/strict';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

const longFrom = 2_000;
/** The build says `production` for good (`tools/build.mjs`). */
const checked = process.env.NODE_ENV !== 'production';

/** An answer that its handler has written itself, because there may be much of it: as bytes, for many at once perhaps. */
export class Written<T> {
  declare readonly of: T;
  readonly bytes: Buffer;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }
}

/**
 * Answers are written by a function compiled from their schema in the contract when the first of them leaves: it knows
 * each field, so it looks for none, and writes no field that the contract does not have. That an answer is what its
 * schema says is checked in tests and development only: it costs more than the writing.
 */
export const answerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let compiled: ((answer: unknown) => string) | undefined;
  const write = (answer: unknown): string => {
    compiled ??= fastJson(forWriting(schema));
    return compiled(answer);
  };
  return answer => {
    if (answer instanceof Written) {
      if (checked) check(schema, answer.bytes.toString(), JSON.parse(answer.bytes.toString()));
      return answer.bytes as unknown as string;
    }
    const written = write(answer);
    if (checked) check(schema, written, answer);
    // Fastify sends bytes as well; text it would go through again for its length, and Node again to send it.
    return (written.length > longFrom ? Buffer.from(written) : written) as string;
  };
};

const check = (schema: z.ZodType, written: string, answer: unknown): void =>
  assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(schema.parse(answer))));

/** A schema as its compiler writes it fastest: nothing to match, and « or null » as a mark rather than a choice. */
function forWriting(answer: z.ZodType): Schema {
  return z.toJSONSchema(answer, {
    io: 'output',
    // Whatever has a name elsewhere is written in its place here.
    metadata: z.registry(),
    override: ({ jsonSchema }) => {
      const schema = jsonSchema as JsonSchema;
      const [first, second, ...others] = (schema.anyOf ?? []) as JsonSchema[];
      if (second?.type === 'null' && others.length === 0) {
        delete schema.anyOf;
        Object.assign(schema, first, { nullable: true });
      }
      delete schema.pattern;
      // An id or a time has nothing in it to escape.
      if (schema.format) schema.format = 'unsafe';
    },
  }) as Schema;
}
