import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@palabre/common/contract/index.ts';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import type { Email } from 'postal-mime';
import { noteProven } from '../../features/people/users/open/users.store.ts';
import type { Palabre, Person } from '../harness.ts';
import { mailsTo } from '../outbox.ts';

/** Reads the token of the link in a mail of an invitation, as a person follows it. */
export const tokenIn = (mail: Email): string => /\/invited\/([\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? '';

/** Reads the invitations sent to an address so far. */
export const invitationsTo = async ({ dataDir }: { dataDir: string }, address: string): Promise<Email[]> =>
  (await mailsTo(dataDir, address)).filter(mail => tokenIn(mail) !== '');

/** Waits for the token of the nth invitation sent to an address. */
export async function tokenSentTo(palabre: { dataDir: string }, address: string, n = 1): Promise<string> {
  for (const until = Date.now() + waitTimeoutMs; Date.now() < until; await pause(50)) {
    const mail = (await invitationsTo(palabre, address))[n - 1];
    if (mail) return tokenIn(mail);
  }
  throw new Error(`invitation ${n} to ${address} did not come`);
}

/** Has a person, whose address this proves, invite an address; returns the invitation and the token of its mail. */
export async function inviteByMail(
  palabre: Palabre,
  by: Person,
  workspaceId: string,
  email: string,
): Promise<{ id: string; token: string }> {
  await noteProven(palabre.services.database.kysely, by.id);
  const params = { id: workspaceId };
  const before = (await invitationsTo(palabre, email)).length;
  await by.ok(api.emailInvites.create, { params, body: { emails: [email] } });
  const { invites } = await by.ok(api.emailInvites.list, { params, query: { search: email } });
  return { id: invites[0]?._id ?? '', token: await tokenSentTo(palabre, email, before + 1) };
}

/** Makes the account of an invited address, by the token of its mail. */
export const registerInvited = ({ nobody }: Palabre, token: string, lastName: string) =>
  nobody.ok(api.emailInvites.register, {
    params: { token },
    body: { firstName: 'Zoé', lastName, password: 'un mot de passe sûr' },
  });
