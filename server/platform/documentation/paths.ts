import type { PathItem } from './openapi.ts';

/** Converts the path of an endpoint to OpenAPI syntax. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const isFree = (segment: string) => segment.startsWith('{');

/**
 * Removes ambiguity between paths that can match one URL, `/workspace/ban/{id}` and `/workspace/{id}/roles`: OpenAPI
 * forbids them side by side, though our routes tell them apart. The path with more fixed words moves below a server of
 * its own that ends with those words, which keeps its URL.
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
      // The remaining path may equal another, `/user/{id}` of `/report/user/{id}`: the server then takes another word.
      while (taken.has(rest()) && !isFree(segments[fixed] ?? '{')) fixed += 1;
      taken.add(rest());
      return [rest(), { servers: [{ url: server + segments.slice(0, fixed).join('/') }], ...item }];
    }),
  );
}

/**
 * Counts the fixed segments of a path before the first one where an ambiguous other path is free; 0 when unambiguous.
 */
function fixedBefore(path: string[], other: string[]): number {
  const free = (segments: string[]) => segments.filter(isFree).length;
  if (path.length !== other.length || free(path) !== free(other)) return 0;
  if (!path.every((segment, index) => [segment, other[index] ?? ''].some(isFree) || segment === other[index])) return 0;
  const first = path.findIndex((segment, index) => isFree(segment) !== isFree(other[index] ?? ''));
  return first > 0 && !isFree(path[first] ?? '') ? first : 0;
}
