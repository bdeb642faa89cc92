import type { Endpoint } from '@palabre/common/contract/define.ts';
import { api } from '@palabre/common/contract/index.ts';
import { bodyBytes } from '../platform/http/floods/bodies.ts';
import { newId } from '../platform/postgres/db.ts';

/** What an endpoint is sent: the least, and all that costs more than it looks. */
export type Kind = 'smallest' | 'largest' | 'deep' | 'wide' | 'words';
export const kinds: readonly Kind[] = ['smallest', 'deep', 'wide', 'words', 'largest'];

/** By feature, all endpoints but the one that would end the session they are called with. */
export const features: [string, Endpoint[]][] = Object.entries(api).map(([feature, group]) => [
  feature,
  Object.values(group as Record<string, Endpoint>).filter(endpoint => endpoint !== api.users.logout),
]);

const shortBytes = 12 * 1024;
const namesOf = (part: unknown) => Object.keys((part as { shape?: object }).shape ?? { value: 0 });
const withEach = (names: readonly string[], write: (name: string) => string) =>
  `{${names.map(name => `"${name}":${write(name)}`).join(',')}}`;

/** A body of this kind, which says something of each field that the endpoint knows. */
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

/** The same of an address: as much as a head of a request may hold. */
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

/** A request to an endpoint, about nothing that is there. */
export function requestOf(endpoint: Endpoint, kind: Kind): [method: string, path: string, body: { body?: string }] {
  const path = `/api${endpoint.path.replace(/:\w+/g, newId())}${queryOf(endpoint, kind)}`;
  return [endpoint.method, path, endpoint.method === 'GET' ? {} : { body: bodyOf(endpoint, kind) }];
}
