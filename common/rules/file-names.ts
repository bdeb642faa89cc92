import { limits } from '../contract/fields.ts';

/** What would break a line, turn round the text after it, or not be a name on some system. */
const forbidden = /[\p{Cc}\p{Surrogate}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu;

/** The end by which a name says what it is, with its dot; nothing when it has none. */
export const endOf = (name: string): string => /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';

/**
 * A file's name as it is kept: without folders or what could deceive, and so short that it can be shown. Its end stays.
 */
export function cleanFileName(name: string): string {
  const bare = (name.split(/[/\\]/).pop() ?? '').replace(forbidden, '').trim().replace(/^\.+/, '');
  if (bare.length <= limits.fileName) return bare || 'fichier';
  const end = endOf(bare);
  return bare.slice(0, limits.fileName - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}
