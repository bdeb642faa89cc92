import { z } from 'zod';

/** JSON Schema of OpenAPI 3.1. Before {@link finished}, `example` is the example from the contract. */
export interface Schema {
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  $ref?: string;
  pattern?: string;
  example?: unknown;
  examples?: unknown[];
  [keyword: string]: unknown;
}

/** Schemas of one direction, and the named schemas that they refer to. */
export interface Described<N extends string> {
  of: Record<N, Schema>;
  named: Record<string, Schema>;
}

const inDefinitions = '#/$defs/';
const inComponents = '#/components/schemas/';

/**
 * Converts schemas of the contract to JSON Schema.
 * @param io `input` as a client sends them, `output` as they are answered
 */
export function describeSchemas<N extends string>(schemas: Record<N, z.ZodType>, io: 'input' | 'output'): Described<N> {
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema as Schema),
  }) as { properties: Record<N, Schema>; $defs?: Record<string, Schema> };
  return { of: properties, named: $defs ?? {} };
}

/** Drops redundant keywords: limits common to all numbers and texts, a pattern beside its format. */
function shorten(schema: Schema): void {
  if (schema.format) delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // An answer may gain fields.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Nested unions are flattened.
  const isChoice = (inner: Schema) => Object.keys(inner).join() === 'anyOf';
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap(inner => (isChoice(inner) ? (inner.anyOf ?? []) : [inner]));
}

/** Merges the named schemas of both directions; throws when two schemas share a name. */
export function mergeNamed(...all: Record<string, Schema>[]): Record<string, Schema> {
  const merged: Record<string, Schema> = {};
  for (const [name, schema] of all.flatMap(named => Object.entries(named))) {
    if (merged[name] && JSON.stringify(merged[name]) !== JSON.stringify(schema)) {
      throw new Error(`${name} is not the same when given and when answered: name only one of them`);
    }
    merged[name] = schema;
  }
  return merged;
}

/** Resolves a reference; returns any other schema as it is. */
export function resolve(schema: Schema, named: Record<string, Schema>): Schema {
  const name = nameOf(schema);
  if (!name) return schema;
  const { $ref, ...rest } = schema;
  return { ...named[name], ...rest };
}

/** Returns the name of the schema that a reference refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined =>
  $ref?.replace(inDefinitions, '').replace(inComponents, '');

/** Converts a schema to its form in the document: references to components, and `examples` of JSON Schema. */
export function finished(schema: Schema): Schema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === '$ref') return [key, String(inner).replace(inDefinitions, inComponents)];
        if (key === 'properties') return [key, mapValues(inner as Record<string, Schema>, finished)];
        if (key === 'example') return ['examples', [inner]];
        return [key, ['default', 'enum', 'const', 'examples'].includes(key) ? inner : walk(inner)];
      }),
    );
  };
  return walk(schema) as Schema;
}

/** Maps the values of a record. */
export const mapValues = <T, U>(record: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
