import { crowds } from './neighbours/crowds.ts';
import { heavy, prepareHeavy } from './neighbours/heavy.ts';
import { nobody } from './neighbours/nobody.ts';
import { onePerson, prepareOnePerson } from './neighbours/one-person.ts';
import type { Flooding } from './neighbours/sending.ts';

/** All that somebody does to the others, by name. */
export const floods = { ...onePerson, ...crowds, ...nobody, ...heavy } satisfies Record<string, Flooding>;

/** Makes what takes long to make, so that it is no part of what is measured. */
export async function prepareFloods(): Promise<void> {
  prepareOnePerson();
  await prepareHeavy();
}
