import { arrivalFields } from '@palabre/common/rules/arrival.ts';

/** An e-mail alone is no part of a session: `/reset-password?email=` takes one. */
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
 * An address without what speaks of a session, however that is written in it; null when it says nothing of one.
 * Whatever it says opens nothing: it must only not stay in sight, in the history or in what is copied.
 */
export function withoutSession(address: Pick<URL, 'pathname' | 'search' | 'hash'>): string | null {
  const query = new URLSearchParams(address.search);
  const hash = new URLSearchParams(address.hash.replace(/^#/, '').replace(/[?;#]/g, '&'));
  const [inQuery, inHash] = [speaks(query.keys()), speaks(hash.keys())];
  if (!inQuery && !inHash) return null;
  for (const name of [...query.keys()]) if (inQuery && isOfSession(name)) query.delete(name);
  return address.pathname + (query.size > 0 ? `?${query}` : '') + (inHash ? '' : address.hash);
}
