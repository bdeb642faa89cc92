import { z } from 'zod';

/** A JSON Schema, as OpenAPI 3.1 takes it. Until {@link finished}, `example` is what the contract says of a field. */
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

/** Schemas of one direction, and those among them that have a name, which the others refer to. */
export interface Described<N extends string> {
  of: Record<N, Schema>;
  named: Record<string, Schema>;
}

const inDefinitions = '#/$defs/';
const inComponents = '#/components/schemas/';

/**
 * Turns schemas of the contract into JSON Schema.
 * @param io whether they are told as a caller gives them, or as they are answered
 */
export function describeSchemas<N extends string>(schemas: Record<N, z.ZodType>, io: 'input' | 'output'): Described<N> {
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema as Schema),
  }) as { properties: Record<N, Schema>; $defs?: Record<string, Schema> };
  return { of: properties, named: $defs ?? {} };
}

/** Leaves out what says nothing: limits that every number and text has, a pattern beside its format. */
function shorten(schema: Schema): void {
  if (schema.format) delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // An answer may grow.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // A choice among choices is one choice.
  const isChoice = (inner: Schema) => Object.keys(inner).join() === 'anyOf';
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap(inner => (isChoice(inner) ? (inner.anyOf ?? []) : [inner]));
}

/** The named schemas of both directions; a name stands for one schema. */
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

/** The schema that a reference names, or the schema itself. */
export function resolve(schema: Schema, named: Record<string, Schema>): Schema {
  const name = nameOf(schema);
  if (!name) return schema;
  const { $ref, ...rest } = schema;
  return { ...named[name], ...rest };
}

/** The name of the schema that this one refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined =>
  $ref?.replace(inDefinitions, '').replace(inComponents, '');

/** A schema as the document holds it: it refers to the components, and shows its example as JSON Schema does. */
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

/** The same keys with other values. */
export const mapValues = <T, U>(record: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
