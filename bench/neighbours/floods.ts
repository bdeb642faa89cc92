import { crowds } from './crowds.ts';
import { heavy, prepareHeavy } from './heavy.ts';
import { nobody } from './nobody.ts';
import { onePerson, prepareOnePerson } from './one-person.ts';
import type { Flooding } from './sending.ts';

/** All floods, by name. */
export const floods = { ...onePerson, ...crowds, ...nobody, ...heavy } satisfies Record<string, Flooding>;

/** Prepares expensive payloads before the measures. */
export async function prepareFloods(): Promise<void> {
  prepareOnePerson();
  await prepareHeavy();
}
