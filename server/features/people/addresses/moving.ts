import { readAudiences } from '../../../platform/access/people.store.ts';
import type { Language } from '../../../platform/http/errors.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import type { From } from '../../../platform/sessions/session.ts';
import type { Work } from '../../../platform/work.ts';
import { settle } from '../../reading/notifications/open/notify.ts';
import { audit } from '../../running/audit/open/record.ts';
import { proveAddress } from '../otp/open/prove-address.ts';
import { endLinks } from '../users/open/links.ts';
import { administrators } from '../users/open/users.store.ts';
import { addressLetter } from './addresses.mails.ts';
import { deleteChange, readName, readTold, writeAddress } from './addresses.store.ts';

/** Subject of the notification that a change was asked for. */
export const changeOf = (userId: string): string => `address:${userId}`;

/** Change being carried out: its person, both addresses, and the actor. */
export interface Move {
  userId: string;
  old: string;
  email: string;
  actorId: string;
  /** Session that survives; undefined when an administrator gave the code. */
  sid?: string;
  from: From;
  language: Language;
}

/**
 * Gives an account its new address, proven by its code: sessions, links and codes that depend on the old address end
 * with the commit, as after a change of password.
 */
export async function move(work: Work, services: Services, { userId, old, email, actorId, sid, from, language }: Move) {
  const { db } = work;
  await deleteChange(db, userId);
  await writeAddress(db, userId, email);
  // Also notifies all devices of the person, and gives the rights of the new address.
  await proveAddress(services, work, userId, 'code');
  const which = { userId, ...(sid && { except: sid }) };
  work.afterCommit((await services.sessions.end(db, which)).done);
  await endLinks(work, services, userId, sid);
  await audit.record(work, { action: 'address_changed', actorId, person: userId });
  await settle(work, [changeOf(userId)]);
  const told = await readTold(db, userId, language);
  if (told) {
    const by = sid ? null : await readName(db, actorId);
    const letter = addressLetter('changed', { ...told, email: old, newEmail: email, at: new Date(), by, from });
    await services.mails.send({ to: old, ...letter }, db);
  }
  const [audience] = await readAudiences(db, [userId]);
  const admins = (await administrators(db)).map(rooms.user);
  if (audience) work.emit('updateUser', audience.user, to(...new Set([...audience.rooms, ...admins])));
}
