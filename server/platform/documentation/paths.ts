import type { PathItem } from './openapi.ts';

/** An endpoint's path as OpenAPI writes it. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const isFree = (segment: string) => segment.startsWith('{');

/**
 * Two paths that one address could fit, `/workspace/ban/{id}` and `/workspace/{id}/roles`, must not stand side by side
 * in a document, though the routes tell them apart. The one that begins with more fixed words then stands below a
 * server of its own, which ends with these words: the address stays what it is.
 */
export function unambiguous(paths: Record<string, PathItem>, server: string): Record<string, PathItem> {
  const templates = Object.keys(paths).map(path => path.split('/'));
  const taken = new Set(Object.keys(paths));
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const segments = path.split('/');
      let fixed = Math.max(0, ...templates.map(other => fixedBefore(segments, other)));
      if (fixed === 0) return [path, item];
      const rest = () => `/${segments.slice(fixed).join('/')}`;
      // What is left may be another path, `/user/{id}` of `/report/user/{id}`: then a word more is the server's.
      while (taken.has(rest()) && !isFree(segments[fixed] ?? '{')) fixed += 1;
      taken.add(rest());
      return [rest(), { servers: [{ url: server + segments.slice(0, fixed).join('/') }], ...item }];
    }),
  );
}

/** How many segments of a path are fixed before one where the other, which may mean the same, is free; 0 if it may not. */
function fixedBefore(path: string[], other: string[]): number {
  const free = (segments: string[]) => segments.filter(isFree).length;
  if (path.length !== other.length || free(path) !== free(other)) return 0;
  if (!path.every((segment, index) => [segment, other[index] ?? ''].some(isFree) || segment === other[index])) return 0;
  const first = path.findIndex((segment, index) => isFree(segment) !== isFree(other[index] ?? ''));
  return first > 0 && !isFree(path[first] ?? '') ? first : 0;
}
