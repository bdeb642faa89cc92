import type { Endpoint } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { exampleOf } from './examples.ts';
import { accessKinds, failureReferences, failuresOf } from './failures.ts';
import type { Content, Operation, Parameter, PathItem, Response } from './openapi.ts';
import { templateOf } from './paths.ts';
import { type Described, describeSchemas, finished, type Schema } from './schemas.ts';

interface Told {
  feature: string;
  /** Operation id, its name in the contract too: `messages.send`. */
  id: string;
  endpoint: Endpoint;
}

/** Endpoints of the contract, with their names. */
export const endpoints: Told[] = Object.entries(api).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    feature,
    id: `${feature}.${name}`,
    endpoint,
  })),
);

const schemasOf = (part: 'params' | 'query' | 'body' | 'output') =>
  Object.fromEntries(endpoints.map(({ id, endpoint }) => [id, endpoint[part]]));

/** Describes all paths, and the named schemas that they refer to. */
export function describePaths(): { paths: Record<string, PathItem>; named: Record<string, Schema>[] } {
  const parts = {
    params: describeSchemas(schemasOf('params'), 'input'),
    query: describeSchemas(schemasOf('query'), 'input'),
    body: describeSchemas(schemasOf('body'), 'input'),
    output: describeSchemas(schemasOf('output'), 'output'),
  };
  const paths: Record<string, PathItem> = {};
  for (const told of endpoints) {
    const path = templateOf(told.endpoint.path);
    const method = told.endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
    paths[path] = { ...paths[path], [method]: operation(told, parts) };
  }
  return { paths, named: Object.values(parts).map(part => part.named) };
}

type Parts = Record<'params' | 'query' | 'body' | 'output', Described<string>>;

/**
 * Names the record that an endpoint's examples are about: the record in its path, unless its access kind names another.
 */
function subjectOf({ feature, endpoint: { access, path } }: Told): string {
  const { kind } = access;
  if (['public', 'session', 'administrator'].includes(kind))
    return /\/([a-z-]+)\/:id/.exec(path)?.[1] ?? feature.replace(/s$/, '');
  return ['discoverable', 'joinable', 'member'].includes(kind) ? 'workspace' : kind === 'self' ? 'user' : kind;
}

function operation(told: Told, parts: Parts): Operation {
  const { id, feature, endpoint } = told;
  const subject = subjectOf(told);
  const isFile = parts.output.of[id]?.format === 'binary';
  const parameters = [
    ...parametersOf('path', parts.params, id, subject),
    ...parametersOf('query', parts.query, id, subject),
  ];
  return {
    operationId: id,
    tags: [feature],
    summary: endpoint.summary,
    description: accessKinds[endpoint.access.kind].who,
    // A browser loads an image without our header: files also accept the cookie.
    security: endpoint.access.kind === 'public' ? [] : [{ session: [] }, ...(isFile ? [{ cookie: [] }] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(endpoint, parts.body, id, subject),
    responses: {
      ...successes(endpoint, isFile ? undefined : answer(parts.output, id, subject)),
      ...failureReferences(failuresOf(endpoint)),
    },
  };
}

function parametersOf(place: 'path' | 'query', described: Described<string>, id: string, subject: string): Parameter[] {
  const schema = described.of[id] ?? {};
  const shown = exampleOf(schema, subject, described.named, 'in') as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).map(([name, { description, example: _shown, ...inner }]) => ({
    name,
    in: place,
    required: place === 'path' || Boolean(schema.required?.includes(name)),
    ...(description && { description }),
    schema: finished(inner),
    ...(name in shown && { example: shown[name] }),
  }));
}

function requestBody(endpoint: Endpoint, described: Described<string>, id: string, subject: string) {
  const whole = described.of[id] ?? {};
  // An optional body is described by its content when present.
  const { default: _absent, ...schema } = whole.anyOf?.find(choice => choice.type === 'object') ?? whole;
  if (endpoint.method === 'GET' || Object.keys(schema.properties ?? {}).length === 0) return {};
  const content: Content = { schema: finished(schema), example: exampleOf(schema, subject, described.named, 'in') };
  const { image, files } = endpoint;
  return {
    requestBody: {
      required: (schema.required ?? []).length > 0,
      content: {
        'application/json': content,
        ...(image && { 'multipart/form-data': { schema: withFile(finished(schema), image, anImage) } }),
        ...(files && { 'multipart/form-data': { schema: withFile(finished(schema), files, someFiles) } }),
      },
    },
  };
}

const anImage: Schema = { type: 'string', format: 'binary', description: 'An image.' };
const someFiles: Schema = {
  type: 'array',
  maxItems: limits.filesPerMessage,
  items: { type: 'string', format: 'binary' },
  description: 'Files, after the other fields, 50 MB each at most.',
};

const withFile = (schema: Schema, name: string, file: Schema): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: file },
});

const answer = (described: Described<string>, id: string, subject: string): Content => {
  const schema = described.of[id] ?? {};
  return { schema: finished(schema), example: exampleOf(schema, subject, described.named, 'out') };
};

function successes({ status, existing }: Endpoint, json: Content | undefined): Record<string, Response> {
  const content: Record<string, Content> = json ? { 'application/json': json } : { 'application/octet-stream': {} };
  return {
    ...((status === 200 || existing) && {
      200: { description: existing ? 'It was there already.' : json ? 'Done.' : 'The bytes of the file.', content },
    }),
    ...(status === 201 && { 201: { description: 'Created.', content } }),
  };
}
