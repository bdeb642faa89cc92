/**
 * Names of the functions that check a value; they throw here. This module replaces zod in the browser's bundle: the client
 * reads methods, paths and types from the contract, and only the server runs its schemas. Zod itself would be a sixth of the
 * initial JavaScript.
 */
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode']);

function inert(values: Record<string, unknown> = {}): unknown {
  const schema: unknown = new Proxy(() => undefined, {
    apply: () => inert(),
    get(_target, name) {
      // Metadata leaves a schema unchanged.
      if (name === 'meta') return () => schema;
      if (typeof name === 'symbol' || name === 'then') return undefined;
      if (checks.has(name)) throw new Error(`Schemas are not in the bundle: ${name}() is for the server`);
      return values[name] ?? inert();
    },
  });
  return schema;
}

/** Inert schema constructors; an enum keeps its `options`. */
export const z = inert({ enum: (options: readonly string[]) => inert({ options }) });
