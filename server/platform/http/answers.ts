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
  private made: Buffer | undefined;

  constructor(readonly text: string) {}

  /** The same ones for all to whom it is sent: they are compressed once. */
  get bytes(): Buffer {
    this.made ??= Buffer.from(this.text);
    return this.made;
  }
}

/**
 * Answers are written by a function compiled from their schema in the contract when the first of them leaves: it knows
 * each field, so it looks for none, and writes no field that the contract does not have. That an answer is what its
 * schema says is checked in tests and development only: it costs more than the writing.
 */
export const answerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const write = writer(schema);
  return answer => {
    if (answer instanceof Written) {
      if (checked) check(schema, answer.text, JSON.parse(answer.text));
      return answer.bytes as unknown as string;
    }
    const written = write(answer);
    if (checked) check(schema, written, answer);
    // Fastify sends bytes as well; text it would go through again for its length, and Node again to send it.
    return (written.length > longFrom ? Buffer.from(written) : written) as string;
  };
};

/** What writes answers of a schema, compiled when the first of them is. */
function writer(schema: z.ZodType): ((answer: unknown) => string) & { compile: () => void } {
  let compiled: ((answer: unknown) => string) | undefined;
  const ready = () => {
    compiled ??= fastJson(forWriting(schema));
    return compiled;
  };
  return Object.assign((answer: unknown) => ready()(answer), { compile: () => void ready() });
}

/** Milliseconds after the start, and between two schemas that are compiled beforehand. */
const idle = 300;

/** A part of an answer that is made of other answers: one may have been written already. */
export type Part<T> = T | Written<NonNullable<T>>;
type Parts<T> = { [Name in keyof T]: Part<T[Name]> };

/** What writes an answer made of other answers, each as its own endpoint would. */
export function joined<S extends z.ZodObject>({ shape }: S): (parts: Parts<z.input<S>>) => Written<z.input<S>> {
  const writers = new Map(
    Object.entries(shape).map(([name, schema]) => [
      name,
      writer(schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)),
    ]),
  );
  // The first who asks would wait for all of them.
  for (const [n, one] of [...writers.values()].entries()) setTimeout(one.compile, idle * (n + 1)).unref();
  const write = ([name, part]: [string, unknown]): string => {
    const text = part instanceof Written ? part.text : part === null ? 'null' : writers.get(name)?.(part);
    return `${JSON.stringify(name)}:${text}`;
  };
  return parts => new Written(`{${Object.entries(parts).map(write).join()}}`);
}

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
