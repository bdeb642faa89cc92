import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { inTransaction, type Work } from '../../../platform/work.ts';
import { notify, settle } from '../../reading/notifications/open/notify.ts';
import { audit } from '../../running/audit/open/record.ts';
import { demandFreeEmail } from '../otp/open/open-account.ts';
import { acceptsAddress } from '../registration/open/gate.ts';
import { demandProved } from '../users/open/lasting.ts';
import { findPublic, findSelf, lockAddress } from '../users/open/users.store.ts';
import { addressLetter } from './addresses.mails.ts';
import { deleteChange, findChange, lockOwner, readName, readTold, spendTry, writeChange } from './addresses.store.ts';
import { changeOf, type Move, move } from './moving.ts';
import { hashesOf, sendCode } from './sending.ts';

const triesOfOne = 5;

/** Handlers of address changes: request, confirmation, cancellation; by the person, and by administrators. */
export const addresses: Handlers<typeof api.addresses> = {
  // Neither the answer nor its time reveals whether the address has an account, or is banned.
  async change({ work, actor, body: { email }, from, language, services, say }) {
    const { db } = work;
    const { userId, sid } = actor;
    await demandProved('addressChanged', { db, actor, from });
    const owner = (await lockOwner(db, userId)) ?? fail('unauthorized');
    demand(owner.email !== email, 'same_address');
    demand(await acceptsAddress(db, email), 'address_not_accepted');
    await spendSending(services, userId, email);
    await writeChange(db, userId, email, { sid });
    await sendCode(services, db, { userId, email, language, at: Date.now() });
    await tellSelf(work, userId);
    return { message: say('address_code_maybe_sent') };
  },

  confirm: {
    runs: 'own transactions',
    async handle({ actor, body: { otp: code }, from, language, services, db, say }) {
      const { userId, sid } = actor;
      const change = (await findChange(db, userId)) ?? fail('otp_incorrect');
      // An address chosen by an administrator needs no other permission.
      if (!change.byAdministrator) demand(await acceptsAddress(db, change.email), 'address_not_accepted');
      const user = await confirm(
        services,
        { userId, code, email: change.email },
        { actorId: userId, sid, from, language },
      );
      return { message: say('address_changed'), user };
    },
  },

  async cancel({ work, actor, say }) {
    await deleteChange(work.db, actor.userId);
    await settle(work, [changeOf(actor.userId)]);
    await tellSelf(work, actor.userId);
    return { message: say('address_change_cancelled') };
  },

  async changeOf({ work, actor, params: { id }, body: { email }, from, language, services, say }) {
    const { db } = work;
    await demandProved('addressChanged', { db, actor, from });
    const owner = (await lockOwner(db, id)) ?? fail('user_not_found');
    demand(can.changeAddressOf(actor, { userId: id, suspended: owner.suspended }), 'address_change_refused');
    demand(owner.email !== email, 'same_address');
    await demandFreeEmail(db, email);
    await spendSending(services, id, email);
    await writeChange(db, id, email, { administratorId: actor.userId });
    await audit.record(work, { action: 'address_change_asked', actorId: actor.userId, person: id });
    const told = (await readTold(db, id, services.settings.language ?? language)) ?? fail('user_not_found');
    await tellAsked({ work, actor, services, told }, id, { old: owner.email, email });
    await sendCode(services, db, { userId: id, email, language: told.language, at: Date.now() });
    await tellSelf(work, id);
    return { message: say('address_code_sent') };
  },

  confirmOf: {
    runs: 'own transactions',
    async handle({ actor, params: { id }, body: { otp: code }, from, language, services, db, say }) {
      const person = (await findPublic(db, id, actor)) ?? fail('user_not_found');
      const target = { userId: id, suspended: person.suspended === true };
      demand(can.changeAddressOf(actor, target), 'address_change_refused');
      const change = (await findChange(db, id)) ?? fail('otp_incorrect');
      // A change requested by the person can be confirmed by nobody else.
      demand(change.byAdministrator, 'otp_incorrect');
      // Default language of the person: the administrator's may differ.
      const by = { actorId: actor.userId, from, language: services.settings.language ?? language };
      await confirm(services, { userId: id, code, email: change.email }, by);
      return { message: say('address_changed') };
    },
  },
};

/**
 * Tries a code, and carries out its change. A wrong code has spent its try, and counts for the account.
 * @throws AppError `otp_incorrect`, `email_taken`, `banned`, `too_many_requests`
 */
async function confirm(
  services: Services,
  { userId, code, email }: { userId: string; code: string; email: string },
  by: Pick<Move, 'actorId' | 'sid' | 'from' | 'language'>,
) {
  const key = `address ${userId}`;
  await services.limits.spend('codeTries', key);
  const outcome = await inTransaction(services, async work => {
    const { db } = work;
    await lockAddress(db, email);
    const owner = await lockOwner(db, userId);
    if (!owner || owner.suspended) return null;
    if (!(await spendTry(db, userId, email, hashesOf(services, userId, email, code), triesOfOne))) return null;
    // The code proves access to the address's mails: its owner may learn that the address was taken meanwhile.
    await demandFreeEmail(db, email);
    await move(work, services, { userId, old: owner.email, email, ...by });
    return findSelf(db, userId);
  });
  const user = outcome ?? fail('otp_incorrect');
  await services.limits.refund('codeTries', key);
  return user;
}

/** Spends the limits of sending a code, for the account and for the address, whoever the requester. */
async function spendSending({ limits }: Services, userId: string, email: string): Promise<void> {
  const key = `address ${userId}`;
  await limits.spend('codeMinute', key);
  await limits.spend('codeHour', key);
  await limits.spend('codeDay', key);
  await limits.spend('codeDay', `to ${email}`);
}

/** Notifies all devices of a person that a change of address is pending, or no longer is. */
async function tellSelf({ db, emit }: Work, userId: string): Promise<void> {
  const profile = await findPublic(db, userId, { userId, admin: false });
  if (profile) emit('updateUser', profile, to(rooms.user(userId)));
}

/**
 * Notifies a person, by mail at their present address and in the inbox, of the change that an administrator requested.
 */
async function tellAsked(
  {
    work,
    actor,
    services,
    told,
  }: Pick<Context<typeof api.addresses.changeOf>, 'actor' | 'services'> & {
    work: Work;
    told: NonNullable<Awaited<ReturnType<typeof readTold>>>;
  },
  userId: string,
  { old, email }: { old: string; email: string },
): Promise<void> {
  const by = await readName(work.db, actor.userId);
  const letter = addressLetter('asked', { ...told, email: old, newEmail: email, at: new Date(), by });
  await services.mails.send({ to: old, ...letter }, work.db);
  await notify(work, [userId], {
    type: 'workspace',
    content: `Votre adresse doit devenir ${email}\u00a0: tapez le code envoyé à cette adresse dans «\u202fMon Profil\u202f».`,
    link: '/settings/profile',
    actorId: actor.userId,
    subject: changeOf(userId),
  });
}
