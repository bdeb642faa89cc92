import { limits } from '../../contract/fields.ts';

/** Characters that break a line, reverse the reading direction, or are forbidden in file names on some system. */
const forbidden = /[\p{Cc}\p{Surrogate}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu;

/** Returns a file name's extension, with its dot; '' without one. */
export const endOf = (name: string): string => /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';

/** Cleans a file name for storage: removes folders and deceptive characters, and shortens it, keeping the extension. */
export function cleanFileName(name: string): string {
  const bare = (name.split(/[/\\]/).pop() ?? '').replace(forbidden, '').trim().replace(/^\.+/, '');
  if (bare.length <= limits.fileName) return bare || 'fichier';
  const end = endOf(bare);
  return bare.slice(0, limits.fileName - end.length).replace(/[\ud800-\udbff]$/, '') + end;
}
