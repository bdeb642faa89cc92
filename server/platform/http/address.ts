import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Splits an IPv6 address into its eight groups. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [split(head), split(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
}

/**
 * Normalizes an address for rate limits: an IPv6 address to its /64, which one subscriber owns; an IPv4 address to its
 * dotted form.
 */
export function addressKey(ip: string): string {
  const address = ip.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address).map(group => Number.parseInt(group, 16));
  if (groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff) {
    return [6, 7].flatMap(i => [(groups[i] ?? 0) >> 8, (groups[i] ?? 0) & 255]).join('.');
  }
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the client's address for rate limits, computed once; proxies are resolved. */
export const addressOf = (request: FastifyRequest): string => {
  request.address ??= addressKey(request.ip);
  return request.address;
};

declare module 'fastify' {
  interface FastifyRequest {
    address: string | null;
  }
}
