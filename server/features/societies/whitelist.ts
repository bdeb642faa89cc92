import { limits } from '@palabre/common/contract/fields.ts';
import { isEmail } from '@palabre/common/rules/people/email.ts';
import type { SocietyAccess } from '../../platform/access/access.societies.ts';
import { demand, fail } from '../../platform/http/errors.ts';
import { readJson } from '../../platform/http/json.ts';
import type { Services } from '../../platform/services.ts';
import type { Actor } from '../../platform/sessions/session.ts';
import type { Work } from '../../platform/work.ts';
import { audit } from '../running/audit/open/record.ts';
import { answer, refreshRights, settleRequests } from './membership.ts';
import { tellSociety } from './open/societies.view.ts';
import { addWhitelisted, pendingWith, removeWhitelisted, setStanding } from './societies.store.ts';

/** Normalizes an address for comparison; undefined when the text is no address. */
const asAddress = (text: string): string | undefined => {
  const address = text.trim().toLowerCase();
  return address.length <= limits.email && isEmail(address) ? address : undefined;
};

/** Returns the address of `addWhitelist`; fails with `whitelist_email`. */
export const oneAddress = (email: string | null | undefined): string =>
  asAddress(email ?? '') ?? fail('whitelist_email');

/**
 * Returns the addresses of `addWhitelistBulk` without repeats. Skips invalid cells, since imported lists have headings
 * and blank lines.
 */
export function manyAddresses(emails: string | string[] | null | undefined): string[] {
  const cells = typeof emails === 'string' ? parseList(emails) : (emails ?? []);
  demand(cells.length <= limits.whitelist, 'whitelist_full');
  const addresses = [...new Set(cells.flatMap(cell => asAddress(cell) ?? []))];
  demand(addresses.length > 0, 'whitelist_empty');
  return addresses;
}

function parseList(text: string): string[] {
  try {
    const list = readJson(text);
    if (Array.isArray(list) && list.every(cell => typeof cell === 'string')) return list;
  } catch {
    // The failure below covers it.
  }
  return fail('whitelist_invalid');
}

/** Adds addresses to the whitelist, and lets in the people with one of them whose request is pending. */
export async function addToWhitelist(
  work: Work,
  services: Services,
  actor: Actor,
  record: SocietyAccess,
  addresses: readonly string[],
) {
  const { db } = work;
  const { id } = record.society;
  await note(work, actor, record, addresses, 'added');
  demand((await addWhitelisted(db, id, addresses)) <= limits.whitelist, 'whitelist_full');
  const waiting = await pendingWith(db, id, addresses);
  if (waiting.length === 0) return tellSociety(work, id, { ownersOnly: true });
  await setStanding(db, id, waiting, 'member');
  refreshRights(work, services, waiting);
  await settleRequests(work, id, waiting);
  await answer(work, actor, record, waiting, true);
  return tellSociety(work, id);
}

/** Removes an address from the whitelist; the person it let in stays. */
export async function removeFromWhitelist(work: Work, actor: Actor, record: SocietyAccess, email: string) {
  const { id } = record.society;
  await removeWhitelisted(work.db, id, email);
  await note(work, actor, record, [email], 'removed');
  return tellSociety(work, id, { ownersOnly: true });
}

/** Writes the audit log: a single address by itself, several as a number, in words that both languages share. */
function note(
  work: Work,
  actor: Actor,
  { society }: SocietyAccess,
  addresses: readonly string[],
  what: 'added' | 'removed',
): Promise<void> {
  const name = addresses.length === 1 ? (addresses[0] as string) : `${addresses.length} e-mails`;
  const where = { id: society.id, name: society.name };
  const target = { id: null, name };
  return audit.record(work, {
    action: 'society_whitelist',
    actorId: actor.userId,
    target,
    where,
    changes: [what],
  });
}
