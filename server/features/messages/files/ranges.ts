import type { ByteRange } from '../../../platform/files/storage.ts';

/**
 * Parses a `Range` header (RFC 9110 § 14) of one part, as players send it. Null means the whole file: no range, several
 * parts or an invalid header; `none` means a range beyond the end.
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
