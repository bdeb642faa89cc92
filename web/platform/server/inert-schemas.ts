/**
 * Stands for zod in the browser's bundle: the client reads methods, paths and types from the contract and checks
 * nothing by its schemas, which are the server's to run. Without it zod would be a sixth of the first JavaScript.
 */
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode']);

function inert(values: Record<string, unknown> = {}): unknown {
  const schema: unknown = new Proxy(() => undefined, {
    apply: () => inert(),
    get(_target, name) {
      // What is said of a schema changes nothing of it.
      if (name === 'meta') return () => schema;
      if (typeof name === 'symbol' || name === 'then') return undefined;
      if (checks.has(name)) throw new Error(`Schemas are not in the bundle: ${name}() is for the server`);
      return values[name] ?? inert();
    },
  });
  return schema;
}

/** Every schema maker; a choice keeps its `options`. */
export const z = inert({ enum: (options: readonly string[]) => inert({ options }) });
