import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { bodyBytes } from '../../platform/http/floods/bodies.ts';
import { newId } from '../../platform/postgres/db.ts';

/** Kind of request: the smallest, and kinds that cost more than they look. */
export type Kind = 'smallest' | 'largest' | 'deep' | 'wide' | 'words';
/** All kinds, the cheapest first. */
export const kinds: readonly Kind[] = ['smallest', 'deep', 'wide', 'words', 'largest'];

/** Endpoints by feature, without logout, which would end the session. */
export const features: [string, Endpoint[]][] = Object.entries(api).map(([feature, group]) => [
  feature,
  Object.values(group as Record<string, Endpoint>).filter(endpoint => endpoint !== api.users.logout),
]);

const shortBytes = 12 * 1024;
const namesOf = (part: unknown) => Object.keys((part as { shape?: object }).shape ?? { value: 0 });
const withEach = (names: readonly string[], write: (name: string) => string) =>
  `{${names.map(name => `"${name}":${write(name)}`).join(',')}}`;

/** Makes a body of this kind, with a value for each field of the endpoint. */
function bodyOf({ body, access }: Endpoint, kind: Kind): string {
  const names = namesOf(body);
  const atMost = access.kind === 'public' ? bodyBytes.public : bodyBytes.session;
  const share = Math.floor((kind === 'largest' ? atMost : shortBytes) / Math.max(1, names.length)) - 40;
  switch (kind) {
    case 'smallest':
      return '{}';
    case 'deep':
      return withEach(names, () => `${'['.repeat(share / 2)}${']'.repeat(share / 2)}`);
    case 'wide':
      return withEach(names, () => `[${'1,'.repeat(share / 2)}1]`);
    default:
      return withEach(names, name => `"${'\\u0061@.'.repeat(share / 8)}${name}"`);
  }
}

/** Makes a query of this kind, as long as a request's head may be. */
function queryOf({ query }: Endpoint, kind: Kind): string {
  const names = namesOf(query);
  const share = Math.floor(6_000 / Math.max(1, names.length));
  switch (kind) {
    case 'smallest':
      return '';
    case 'wide':
      return `?${names.map(name => `${name}=1&`.repeat(share / (name.length + 3))).join('')}`;
    case 'deep':
      return `?${names.map(name => `${name}=${'['.repeat(share)}`).join('&')}`;
    default:
      return `?${names.map(name => `${name}=${'a@.'.repeat(share / 3)}`).join('&')}`;
  }
}

/** Makes a request to an endpoint, about records that do not exist. */
export function requestOf(endpoint: Endpoint, kind: Kind): [method: string, path: string, body: { body?: string }] {
  const path = `/api${endpoint.path.replace(/:\w+/g, newId())}${queryOf(endpoint, kind)}`;
  return [endpoint.method, path, endpoint.method === 'GET' ? {} : { body: bodyOf(endpoint, kind) }];
}
