import type { ByteRange } from '../../../platform/files/storage.ts';

/**
 * The part that a `Range` header asks for (RFC 9110 § 14): players ask for one at a time. Null: all of it, as for several
 * parts or what can't be read; `none` for one that lies beyond the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'none' : { start: size - count, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'none' : { start, end };
}
