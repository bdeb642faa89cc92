import { newId } from '../../platform/postgres/db.ts';

/** Part of a contract's schema that tells where ids go. */
export interface Schema {
  shape?: Record<string, Schema>;
  def?: { innerType?: Schema; in?: Schema };
  safeParse: (value: unknown) => { success: boolean };
}

/** Returns the fields of a schema by name; none for a schema without fields. */
export function shapeOf({ shape, def }: Schema): Record<string, Schema> {
  const inner = def?.innerType ?? def?.in;
  return shape ?? (inner ? shapeOf(inner) : {});
}

/** Tells whether a field takes an id, or several. */
export function takes(field: Schema): 'one' | 'several' | null {
  const accepts = (value: unknown) => field.safeParse(value).success;
  if (accepts(newId()) && !accepts('n’est pas un id')) return 'one';
  return accepts([newId()]) && !accepts(['n’est pas un id']) ? 'several' : null;
}
