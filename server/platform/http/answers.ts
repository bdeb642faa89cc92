import assert from 'node:assert/strict';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Length from which an answer is handed to Fastify as bytes. */
const longFromChars = 2_000;
/** The build replaces `NODE_ENV` by `production` (`tools/build.mjs`). */
const checked = process.env.NODE_ENV !== 'production';

/**
 * Piece of an answer's JSON: text, bytes kept from an earlier answer, or a number of bytes at the end of the previous
 * piece that the next piece overwrites, since cutting the end off a text would copy it.
 */
export type Piece = string | Buffer | number;

/** Reopens the object that the previous piece closed. */
export const reopen: Piece = '}'.length;

/**
 * Answer that its handler serialized itself because it may be long, possibly shared by many requests. Converting short
 * pieces of text to bytes is faster than converting their join, in which one character outside Latin-1 slows down all
 * of it.
 */
export class Written<T> {
  declare readonly of: T;
  readonly pieces: readonly Piece[];
  private made: Buffer | undefined;

  constructor(written: string | readonly Piece[]) {
    this.pieces = typeof written === 'string' ? [written] : written;
  }

  /** Bytes of the answer, the same for all requests that share it, so that they are compressed once. */
  get bytes(): Buffer {
    this.made ??= toBytes(this.pieces);
    return this.made;
  }
}

/** Joins pieces as UTF-8. Plain loops: a page has some 150 pieces. */
function toBytes(pieces: readonly Piece[]): Buffer {
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'number') length -= piece;
    else length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') at += bytes.write(piece, at);
    else if (typeof piece === 'number') at -= piece;
    else {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return bytes;
}

/**
 * Compiles a serializer from a schema of the contract, when its first answer leaves. The serializer knows each field,
 * so it searches for none, and writes no field outside the contract. Answers are validated in tests and development
 * only: validation costs more than serialization.
 */
export const answerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const write = writer(schema);
  return answer => {
    if (answer instanceof Written) {
      const { bytes } = answer;
      if (checked) check(schema, `${bytes}`, JSON.parse(`${bytes}`));
      return bytes as unknown as string;
    }
    const written = write(answer);
    if (checked) check(schema, written, answer);
    // Fastify sends bytes as they are; it would scan a text for its length, and Node would scan it again.
    return (written.length > longFromChars ? Buffer.from(written) : written) as string;
  };
};

/** Creates the serializer of a schema, compiled at its first use. */
function writer(schema: z.ZodType): ((answer: unknown) => string) & { compile: () => void } {
  let compiled: ((answer: unknown) => string) | undefined;
  const ready = () => {
    compiled ??= fastJson(forWriting(schema));
    return compiled;
  };
  return Object.assign((answer: unknown) => ready()(answer), { compile: () => void ready() });
}

/** Delay before, and between, the compilations ahead of use. */
const compileEveryMs = 300;

/** Creates the serializer of a part of answers that their handlers serialize themselves, in the endpoints' format. */
export function partWriter<S extends z.ZodType>(schema: S): (part: z.input<S>) => string {
  const write = writer(schema);
  // Compiled ahead: the first request would otherwise wait for it.
  setTimeout(write.compile, compileEveryMs).unref();
  return write;
}

/** Part of a joined answer: a value, or text that is already serialized. */
export type Part<T> = T | Written<NonNullable<T>>;
type Parts<T> = { [Name in keyof T]: Part<T[Name]> };

/** Creates the serializer of an answer that joins other answers, each in its own endpoint's format. */
export function joined<S extends z.ZodObject>({ shape }: S): (parts: Parts<z.input<S>>) => Written<z.input<S>> {
  const writers = new Map(
    Object.entries(shape).map(([name, schema]) => [
      name,
      writer(schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)),
    ]),
  );
  // Compiled ahead: the first request would otherwise wait for all of them.
  for (const [n, one] of [...writers.values()].entries()) setTimeout(one.compile, compileEveryMs * (n + 1)).unref();
  const write = ([name, part]: [string, unknown], i: number): readonly Piece[] => {
    const pieces = part instanceof Written ? part.pieces : [part === null ? 'null' : `${writers.get(name)?.(part)}`];
    return [`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`, ...pieces];
  };
  return parts => new Written([...Object.entries(parts).flatMap(write), '}']);
}

const check = (schema: z.ZodType, written: string, answer: unknown): void =>
  assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(schema.parse(answer))));

/** Converts a schema for the fastest serializer: no pattern to match, and « or null » as a flag instead of a union. */
function forWriting(answer: z.ZodType): Schema {
  return z.toJSONSchema(answer, {
    io: 'output',
    // An empty registry: named schemas are inlined.
    metadata: z.registry(),
    override: ({ jsonSchema }) => {
      const schema = jsonSchema as JsonSchema;
      const [first, second, ...others] = (schema.anyOf ?? []) as JsonSchema[];
      if (second?.type === 'null' && others.length === 0) {
        delete schema.anyOf;
        Object.assign(schema, first, { nullable: true });
      }
      delete schema.pattern;
      // Ids and times contain nothing to escape.
      if (schema.format) schema.format = 'unsafe';
    },
  }) as Schema;
}
