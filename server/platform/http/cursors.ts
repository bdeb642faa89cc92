import { validate as isUuid } from 'uuid';
import { fail } from './errors.ts';
import { readJson } from './json.ts';

/** Where someone or something stands in the order of names: a cursor stays good when what it names goes. */
export interface Cursor {
  name: string;
  id: string;
}

export const encodeCursor = ({ name, id }: Cursor): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url');

export function decodeCursor(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [name, id] = readJson(Buffer.from(cursor, 'base64url').toString()) as [unknown, string];
    if (typeof name === 'string' && !name.includes('\0') && isUuid(id)) return { name, id };
  } catch {
    // Told below.
  }
  return fail('invalid_cursor');
}
