import { arrivalFields } from '@palabre/common/rules/people/arrival.ts';

/** Query parameter that is legitimate alone: `/reset-password?email=` takes it. */
const alone = 'email';
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
const names: ReadonlySet<string> = new Set(arrivalFields.map(plain));

const isOfSession = (name: string) => names.has(plain(name));
const speaks = (given: Iterable<string>) => [...given].some(name => isOfSession(name) && plain(name) !== alone);

/**
 * Removes session fields (token, user id and the like, in any spelling) from an address; returns null if it has none. The
 * page never logs in by such fields; they are removed so that they don't stay visible, in the history or in a copied link.
 */
export function withoutSession(address: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  const query = new URLSearchParams(address.search);
  const hash = new URLSearchParams(address.hash.replace(/^#/, '').replace(/[?;#]/g, '&'));
  const [inQuery, inHash] = [speaks(query.keys()), speaks(hash.keys())];
  if (!inQuery && !inHash) return null;
  for (const name of [...query.keys()]) if (inQuery && isOfSession(name)) query.delete(name);
  return address.pathname + (query.size > 0 ? `?${query}` : '') + (inHash ? '' : address.hash);
}
