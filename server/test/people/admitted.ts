import { randomBytes } from 'node:crypto';
import { insertRequest, writePass } from '../../features/people/admissions/admissions.store.ts';
import { hashOf } from '../../features/people/admissions/asking.ts';
import { newId } from '../../platform/postgres/db.ts';
import type { Palabre } from '../harness.ts';

/** Stores a request for an account; returns its id. */
export async function requestOf({ services }: Palabre, email = `${newId()}@exemple.fr`): Promise<string> {
  const asked = { email, firstName: 'Zoé', lastName: 'Lambert', message: 'Chantier nord', language: 'fr' as const };
  return (await insertRequest(services.database.kysely, asked)) ?? '';
}

/** Gives an address the right to make an account; returns the token of its link. */
export async function passOf({ services }: Palabre, email = `${newId()}@exemple.fr`): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const pass = { id: newId(), email, approved: true, firstName: 'Zoé', lastName: 'Lambert', hash: hashOf(token) };
  await writePass(services.database.kysely, pass);
  return token;
}
