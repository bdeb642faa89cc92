import type { api } from '@palabre/common/contract/index.ts';
import type { InviteOutcome } from '@palabre/common/contract/workspaces/email-invites.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { invitedWorkspace, type WorkspaceAccess } from '../../../platform/access/access.workspaces.ts';
import { AppError, demand, fail, type Language } from '../../../platform/http/errors.ts';
import type { Limits } from '../../../platform/http/floods/limits.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { pageOf } from '../../../platform/postgres/pages.ts';
import type { Services } from '../../../platform/services.ts';
import type { Work } from '../../../platform/work.ts';
import { proveAddress } from '../../people/otp/open/prove-address.ts';
import { refusalOf } from '../../people/registration/open/gate.ts';
import { register } from '../../people/sign-in/open/register.ts';
import { findSelf } from '../../people/users/open/users.store.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { demandStay } from '../guests/open/ends.ts';
import { beginStay } from '../guests/open/stays.ts';
import { welcome } from '../members/open/membership.ts';
import { isGuestAccount, makeGuest, readSeenAmong } from '../structure/open/guests.store.ts';
import { readWorkspaceAs } from '../structure/open/workspaces.view.ts';
import { hashOf, sending, type Wanted } from './email-invites.mails.ts';
import {
  deleteInvite,
  findByToken,
  type GuestOffer,
  isProven,
  judgeAddresses,
  lockByToken,
  noteAccepted,
  readInvite,
  readPending,
  writeInvites,
} from './email-invites.store.ts';

/** Returns whether another invitation may be sent to an address today, counting every inviter's. */
const maySend = (limits: Limits, email: string): Promise<boolean> =>
  limits.spend('inviteMailsToAddress', email).then(
    () => true,
    error => {
      if (error instanceof AppError && error.code === 'too_many_requests') return false;
      throw error;
    },
  );

/** Spends the limits of mails that a person has sent from a workspace. */
async function spendMails(limits: Limits, { userId, workspaceId }: { userId: string; workspaceId: string }, n: number) {
  await limits.spend('inviteMails', userId, n);
  await limits.spend('inviteMailsOfWorkspace', workspaceId, n);
}

/** Queues the mails of invitations, in one query: in the default language, else in the inviter's. */
async function sendAll({ jobs, settings }: Services, db: Db, ids: readonly string[], asked: Language): Promise<void> {
  const language = settings.language ?? asked;
  const payloads = ids.map(id => ({ payload: { id, language } satisfies Wanted, key: `${sending}:${id}` }));
  await jobs.addAll(sending, payloads, { db, whom: 'known' });
}

/**
 * Lets a person into the workspace of an invitation to their address, proven by its token: as a member, or as a guest.
 * An account is one or the other for ever.
 * @param isNew whether the account was made by this invitation
 */
async function join(services: Services, work: Work, hash: Buffer, userId: string, { isNew = false } = {}) {
  const { db } = work;
  const { workspaceId } = (await findByToken(db, hash)) ?? fail('invite_not_found');
  const access = await invitedWorkspace(db, workspaceId, userId);
  const invite = await lockByToken(db, hash);
  demand(access && invite && !access.banned, 'invite_not_found');
  const { me, workspace } = access;
  const isBack = (me.isMember || access.isGuest) && invite.acceptedBy === userId;
  demand(invite.opens || isBack, 'invite_not_found');
  const { guestUntil, guestChannels, invitedById } = invite;
  if (guestUntil && isNew) await makeGuest(db, userId, guestUntil);
  const isGuestHere = await isGuestAccount(db, userId);
  demand(!guestUntil || isGuestHere, 'guest_full_account');
  demand(guestUntil || !isGuestHere, 'guest_account');
  if (!isBack) {
    await noteAccepted(db, invite.id, userId);
    await proveAddress(services, work, userId, 'code');
    // The arrival of a guest has a single line in the journal, which `beginStay` writes.
    if (!guestUntil)
      await audit.record(work, {
        action: 'email_invite_accepted',
        actorId: userId,
        target: { id: invite.id, name: invite.email },
        where: placed(workspace),
      });
  }
  if (isBack || me.isMember) return readWorkspaceAs(db, access);
  if (!guestUntil) return welcome(work, access);
  const stay = { workspaceId, userId, sponsorId: invitedById, endsAt: guestUntil, channels: guestChannels ?? [] };
  return beginStay(services, work, stay, placed(workspace));
}

/** Returns the stay that an invitation of guests offers, in channels that the inviter sees. */
async function offerOf(
  db: Db,
  { workspace, me }: WorkspaceAccess,
  { channels, endsAt }: { channels: readonly string[]; endsAt: string },
): Promise<GuestOffer> {
  const wanted = [...new Set(channels)];
  const seen = await readSeenAmong(db, { workspaceId: workspace.id, userId: me.userId }, wanted);
  demand(seen.length === wanted.length, 'guest_channels');
  return { endsAt: demandStay(endsAt), channels: wanted };
}

/** Handlers of invitations sent to addresses. */
export const emailInvites: Handlers<typeof api.emailInvites> = {
  async create({ work, actor, record, body, language, services }) {
    const { db } = work;
    const { me, workspace } = record;
    demand(body.guest ? can.letGuestsIn(me) : can.invite(me), 'forbidden');
    demand(await isProven(db, actor.userId), 'address_unproven');
    const guest = body.guest ? await offerOf(db, record, body.guest) : null;
    const emails = [...new Set(body.emails)];
    await spendMails(services.limits, { userId: actor.userId, workspaceId: workspace.id }, emails.length);
    const outcomes: { email: string; outcome: InviteOutcome }[] = [];
    for (const { email, isMember, banned } of await judgeAddresses(db, workspace.id, emails)) {
      const isSent = !isMember && !banned && (await maySend(services.limits, email));
      outcomes.push({ email, outcome: isMember ? 'member' : isSent ? 'sent' : 'refused' });
    }
    const sent = outcomes.filter(({ outcome }) => outcome === 'sent').map(({ email }) => email);
    const invites = await writeInvites(db, { workspaceId: workspace.id, invitedBy: actor.userId, emails: sent, guest });
    await audit.recordEach(
      work,
      { action: guest ? 'guest_invited' : 'email_invited', actorId: actor.userId, where: placed(workspace) },
      invites.map(({ id, email }) => ({ id, name: email })),
    );
    const ids = invites.map(({ id }) => id);
    await sendAll(services, db, ids, language);
    return { outcomes };
  },

  async list({ db, actor, record, query: { search, limit, cursor } }) {
    const invitedBy = can.manageWorkspace(record.me) ? null : actor.userId;
    const asked = { invitedBy, search, before: cursor, count: limit + 1 };
    const found = await readPending(db, record.workspace.id, asked);
    const { page, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { invites: page, nextCursor };
  },

  async send({ work, actor, record, language, services, say }) {
    const { db } = work;
    const { me, workspace, invite } = record;
    demand(can.changeEmailInvite(me, { invitedBy: invite.invited_by }), 'forbidden');
    demand(await isProven(db, actor.userId), 'address_unproven');
    const { guest_until: endsAt, guest_channels: channels } = invite;
    const guest = endsAt && { endsAt, channels: channels ?? [] };
    demand(!guest || can.letGuestsIn(me), 'forbidden');
    demand(!guest || guest.endsAt.getTime() > Date.now(), 'stay_end');
    await spendMails(services.limits, { userId: actor.userId, workspaceId: workspace.id }, 1);
    await services.limits.spend('inviteMailsToAddress', invite.email);
    await writeInvites(db, { workspaceId: workspace.id, invitedBy: actor.userId, emails: [invite.email], guest });
    await audit.record(work, {
      action: guest ? 'guest_invited' : 'email_invited',
      actorId: actor.userId,
      target: { id: invite.id, name: invite.email },
      where: placed(workspace),
    });
    await sendAll(services, db, [invite.id], language);
    return { message: say('email_invite_sent'), invite: (await readInvite(db, invite.id)) ?? fail('not_found') };
  },

  async withdraw({ work, actor, record, say }) {
    const { me, workspace, invite } = record;
    demand(can.changeEmailInvite(me, { invitedBy: invite.invited_by }), 'forbidden');
    demand(await deleteInvite(work.db, invite.id), 'not_found');
    await audit.record(work, {
      action: 'email_invite_withdrawn',
      actorId: actor.userId,
      target: { id: invite.id, name: invite.email },
      where: placed(workspace),
    });
    return { message: say('email_invite_withdrawn') };
  },

  // A token is 256 bits long: the limit spares the database, and a right token is not counted. The answer is the same
  // whatever is wrong with an invitation.
  async read({ db, params, ip, services }) {
    await services.limits.spend('inviteCode', ip);
    const found = await findByToken(db, hashOf(params.token));
    demand(found && (found.opens || found.isIn), 'invite_not_found');
    await services.limits.refund('inviteCode', ip);
    const { email, workspaceId, title, invitedBy, hasAccount, guestUntil } = found;
    const mayRegister = (await refusalOf(db, email, { by: 'invitation', proven: true })) === null;
    const guest = guestUntil && { guest: { endsAt: guestUntil.toISOString() } };
    return { invite: { email, workspace: { _id: workspaceId, title }, invitedBy, hasAccount, mayRegister, ...guest } };
  },

  async accept({ work, actor, params, ip, say, services }) {
    const hash = hashOf(params.token);
    await services.limits.spend('inviteCode', ip);
    const found = await findByToken(work.db, hash);
    demand(found, 'invite_not_found');
    const me = await findSelf(work.db, actor.userId);
    demand(me?.email === found.email, found.opens ? 'invite_other_address' : 'invite_not_found');
    const workspace = await join(services, work, hash, actor.userId);
    await services.limits.refund('inviteCode', ip);
    return { message: say('workspace_joined'), workspace };
  },

  register: {
    runs: 'own transactions',
    spends: 'register',
    async handle({ params, body, image, from, language, cookies, db, services }) {
      const hash = hashOf(params.token);
      const found = await findByToken(db, hash);
      demand(found?.opens, 'invite_not_found');
      let joined: Awaited<ReturnType<typeof join>> | undefined;
      const made = await register(
        { db, services, image, from, language, cookies },
        { ...body, email: found.email },
        { by: 'invitation', proven: true },
        async (work, id) => {
          joined = await join(services, work, hash, id, { isNew: true });
        },
      );
      const newUser = (await findSelf(db, made.newUser._id)) ?? fail('unauthorized');
      return { token: made.token, newUser, workspace: joined ?? fail('invite_not_found') };
    },
  },
};
