import { api } from '@palabre/common/contract/index.ts';
import { noteProven } from '../../features/people/users/open/users.store.ts';
import { newId } from '../../platform/postgres/db.ts';
import { type Palabre, Person } from '../harness.ts';
import { invitationsTo, tokenSentTo } from './invited.ts';

const dayMs = 86_400_000;

/** Returns the time so many days from now on, as the wire has it. */
export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Offer to a guest to be. */
export interface Offer {
  workspaceId: string;
  channels: readonly string[];
  email?: string;
  days?: number;
}

/** Has a person invite a guest; returns the token of the mail. */
export async function offerStay(palabre: Palabre, by: Person, offer: Offer): Promise<string> {
  const { workspaceId, channels, email = `${newId()}@ailleurs.fr`, days = 30 } = offer;
  await noteProven(palabre.services.database.kysely, by.id);
  const guest = { channels: [...channels], endsAt: inDays(days) };
  const before = (await invitationsTo(palabre, email)).length;
  await by.ok(api.emailInvites.create, { params: { id: workspaceId }, body: { emails: [email], guest } });
  return tokenSentTo(palabre, email, before + 1);
}

/** Has a person let a guest in, who makes their account. */
export async function letGuestIn(
  palabre: Palabre,
  by: Person,
  { firstName = 'Inès', lastName = 'Vidal', ...offer }: Offer & { firstName?: string; lastName?: string },
): Promise<Person> {
  const token = await offerStay(palabre, by, offer);
  const password = 'un mot de passe sûr';
  const made = await palabre.nobody.ok(api.emailInvites.register, {
    params: { token },
    body: { firstName, lastName, password },
  });
  return new Person(palabre, made.newUser, made.token, password);
}
