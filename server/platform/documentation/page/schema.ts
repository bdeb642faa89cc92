import { nameOf, type Schema } from '../schemas.ts';
import { type Content, type Html, html, line } from './html.ts';

const formats: Record<string, string> = { uuid: 'id', 'date-time': 'time', binary: 'file' };

/** Describes the type of a schema in words; a named schema links to its entry. */
export function kind(schema: Schema): Content {
  const name = nameOf(schema);
  if (name) return html`<a href="#${name}">${name}</a>`;
  if (schema.anyOf) return choice(schema.anyOf.map(kind));
  if (schema.enum) return choice(schema.enum.map(value => html`<code>${String(value)}</code>`));
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.type === 'array') return html`list of ${kind(schema.items ?? {})}`;
  if (schema.type === 'string') return formats[schema.format ?? ''] ?? 'text';
  return schema.type ?? formats[schema.format ?? ''] ?? 'anything';
}

/** Joins parts as « a, b or c ». */
const choice = (parts: Content[]): Content[] =>
  parts.flatMap((part, index) => [index === 0 ? '' : index < parts.length - 1 ? ', ' : ' or ', part]);

/** Describes the limits of a value in words. */
function limits(schema: Schema): string[] {
  const inner = schema.anyOf?.find(choice => choice.type !== 'null') ?? schema;
  const between = (least: unknown, most: unknown, unit: string) => {
    const [from, to] = [least, most].map(limit => (typeof limit === 'number' ? limit.toLocaleString('en') : undefined));
    if (!from && !to) return [];
    if (!to) return [`at least ${from}${unit}`];
    return [from ? `${from} to ${to}${unit}` : `at most ${to}${unit}`];
  };
  return [
    ...between(inner.minLength, inner.maxLength, ' characters'),
    ...between(inner.minItems, inner.maxItems, ' items'),
    ...between(inner.minimum, inner.maximum, ''),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default`]),
  ];
}

interface Row {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string | undefined;
  depth?: number;
}

/** Returns the description of a schema, or of the described member of its union. */
const descriptionOf = ({ description, anyOf = [] }: Schema): string | undefined =>
  description ?? anyOf.find(inner => inner.description)?.description;

/** Lists the fields of an object, nested fields below their parents. */
export function rowsOf(schema: Schema, depth = 0): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    {
      name,
      schema: inner,
      required: Boolean(schema.required?.includes(name)),
      description: descriptionOf(inner),
      depth,
    },
    ...rowsOf(inner.items ?? inner, depth + 1),
  ]);
}

/** Renders a table of fields: name, type, description. `marks` is for requests, whose required fields are marked. */
export const fields = (title: string | false, rows: readonly Row[], marks = true): Html | false =>
  rows.length > 0 &&
  html`
    ${title && html`<h4 class="part">${title}</h4>`}
    <dl>
      ${rows.map(
        ({ name, schema, required, description, depth = 0 }) => html`
          <div class="field" data-depth="${depth}">
            <dt class="key"><code>${name}</code>${marks && required && html`<span class="mark" data-mark="required">required</span>`}${!marks && !required && html`<span class="mark">not always</span>`}</dt>
            <dd class="value">${kind(schema)}${limits(schema).map(limit => html`<span class="limit">${limit}</span>`)}${description && html`<p class="about">${line(description)}</p>`}</dd>
          </div>`,
      )}
    </dl>`;
