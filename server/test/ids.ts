import { newId } from '../platform/postgres/db.ts';

/** Of a schema of the contract, what says where ids go. */
export interface Schema {
  shape?: Record<string, Schema>;
  def?: { innerType?: Schema; in?: Schema };
  safeParse: (value: unknown) => { success: boolean };
}

/** The fields of a schema, by name; none of what has none. */
export function shapeOf({ shape, def }: Schema): Record<string, Schema> {
  const inner = def?.innerType ?? def?.in;
  return shape ?? (inner ? shapeOf(inner) : {});
}

/** Whether a field takes an id, or several. */
export function takes(field: Schema): 'one' | 'several' | null {
  const accepts = (value: unknown) => field.safeParse(value).success;
  if (accepts(newId()) && !accepts('n’est pas un id')) return 'one';
  return accepts([newId()]) && !accepts(['n’est pas un id']) ? 'several' : null;
}
