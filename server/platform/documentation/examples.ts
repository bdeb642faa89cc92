import { createHash } from 'node:crypto';
import { nameOf, resolve, type Schema } from './schemas.ts';

/** Records by the names of their ids: the same record has the same id in every example. */
const things: [RegExp, string][] = [
  [/channel/i, 'Channel'],
  [/conversation/i, 'Conversation'],
  [/workspace/i, 'Workspace'],
  [/user|sender|author|owner|member|account|ban/i, 'User'],
];

/** Returns an example id for a record name, always the same. */
export function idOf(name: string): string {
  const [, thing = name.replace(/s$/, '')] = things.find(([known]) => known.test(name)) ?? [];
  const hash = createHash('sha256').update(thing.toLowerCase()).digest('hex');
  return `0199f3c0-5a1e-7${hash.slice(0, 3)}-9${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/**
 * Builds an example value of a schema from the examples of its fields. Optional fields of a request are left out,
 * unless they declare an example; an answer has all fields.
 * @param name field or record name, from which ids are made
 * @throws when a text field has no example: the contract must declare one
 */
export function exampleOf(
  schema: Schema,
  name: string,
  named: Record<string, Schema>,
  direction: 'in' | 'out',
): unknown {
  const own = nameOf(schema) ?? name;
  const { examples = [], default: byDefault, enum: choices, anyOf, type, format, ...rest } = resolve(schema, named);
  const [example = rest.example] = examples;
  if (example !== undefined) return example;
  if ('const' in rest) return rest.const;
  if (choices) return choices[0];
  if (anyOf) {
    const [first = {}] = anyOf.filter(choice => choice.type !== 'null');
    return exampleOf(first, own, named, direction);
  }
  if (type === 'object') {
    const { properties = {}, required = [] } = rest;
    const shown = Object.entries(properties).filter(
      ([key, inner]) => direction === 'out' || required.includes(key) || declares(inner),
    );
    return Object.fromEntries(
      shown.map(([key, inner]) => [key, exampleOf(inner, /^_?ids?$/.test(key) ? own : key, named, direction)]),
    );
  }
  if (byDefault !== undefined) return byDefault;
  if (type === 'array') return [exampleOf(rest.items ?? {}, own, named, direction)];
  if (type === 'string' && format === 'uuid') return idOf(own);
  if (type === 'integer' || type === 'number') return rest.minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'string') throw new Error(`${own} is a text without an example: declare one with .meta({ example })`);
  return null;
}

const declares = (schema: Schema): boolean => 'example' in schema || (schema.anyOf ?? []).some(declares);
