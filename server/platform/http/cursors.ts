import { validate as isUuid } from 'uuid';
import { fail } from './errors.ts';
import { readJson } from './json.ts';

/** Keyset cursor in the order of names: stays valid when its record is deleted. */
export interface Cursor {
  name: string;
  id: string;
}

/** Encodes a cursor for the wire. */
export const encodeCursor = ({ name, id }: Cursor): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url');

/** Decodes a cursor of a client; refuses a malformed one. */
export function decodeCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [name, id] = readJson(Buffer.from(cursor, 'base64url').toString()) as [unknown, string];
    if (typeof name === 'string' && !name.includes('\0') && isUuid(id)) return { name, id };
  } catch {
    // Falls through to the refusal below.
  }
  return fail('invalid_cursor');
}
