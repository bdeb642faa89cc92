const validKey = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(\.[a-z]{1,16})?$/;

/** Says whether a name is a well-formed key. */
export const isKey = (name: string): boolean => validKey.test(name);

/** Returns a key once it is checked to be well-formed: an id, or `id.thumb`. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`storage: not a key: ${JSON.stringify(key)}`);
  return key;
}
