import type { api } from '@palabre/common/contract/index.ts';
import type { accounts as endpoints } from '@palabre/common/contract/people/accounts.ts';
import { githubLink, linkedinLink } from '@palabre/common/rules/people/profile-links.ts';
import { dropImages } from '../../../platform/files/images.ts';
import { withLogo as withAvatar } from '../../../platform/files/logos.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import { hashPassword } from '../../../platform/sessions/passwords.ts';
import { noteProved } from '../../../platform/sessions/session.store.ts';
import { readTwoStepRequired } from '../../../platform/sessions/two-step.store.ts';
import { inTransaction } from '../../../platform/work.ts';
import { beginMails } from '../../reading/notifications/open/mails.store.ts';
import { demandOwnCode } from '../otp/open/codes.ts';
import { tellOwner } from '../otp/open/told.mails.ts';
import { type Changes, type Kept, lockAccount, updateAccount } from '../users/open/account.store.ts';
import { demandGoodPassword } from '../users/open/good-password.ts';
import { demandProved } from '../users/open/lasting.ts';
import { endLinks } from '../users/open/links.ts';
import { demandOwnPassword } from '../users/open/own-password.ts';
import { tellProfile } from '../users/open/tell-profile.ts';
import { findPassword, findSelf } from '../users/open/users.store.ts';
import { listSessions, replacePassword } from './accounts.store.ts';
import { contactsAfter } from './contacts.ts';
import { remove } from './remove.ts';

type UpdateBody = Context<typeof endpoints.update>['body'];

/** Handlers of the person's own account: profile, password, sessions, deletion. */
export const accounts: Handlers<typeof api.accounts> = {
  remove,

  // Processes the picture before the transaction.
  update: {
    runs: 'own transactions',
    async handle({ actor, body, image, from, language, services }) {
      const { userId, sid } = actor;
      await services.limits.spend('profile', userId);
      return withAvatar(services, { person: userId, address: from.address }, image, avatar =>
        inTransaction(services, async work => {
          const before = (await lockAccount(work.db, userId)) ?? fail('unauthorized');
          const contacts = await contactsAfter(work.db, actor, before, body);
          const after = { ...before, ...changesOf(before, body, avatar), ...contacts };
          demand(!losesTwoStep(before, after) || !(await readTwoStepRequired(work.db)), 'two_step_kept');
          for (const change of lastingChanges(before, after)) {
            await demandProved(change, { db: work.db, actor, from });
            await tellOwner(services, work.db, change, { userId, from, language });
          }
          await updateAccount(work.db, userId, after);
          await tellProfile(work, userId, before, after);
          if (body.notificationMail) {
            demand(await beginMails(work.db, userId, language, before.notification_mail), 'mails_refused');
          }
          if (after.avatar !== before.avatar) await dropImages(services, work, [before.avatar]);
          if (after.double_authentification && !before.double_authentification) {
            const ended = await services.sessions.end(work.db, { userId, except: sid });
            work.afterCommit(ended.done);
            await endLinks(work, services, userId, sid);
          }
          return { user: (await findSelf(work.db, userId)) ?? fail('unauthorized') };
        }),
      );
    },
  },

  changePassword: { runs: 'own transactions', handle: changePassword },

  reauthenticate: {
    runs: 'own transactions',
    async handle({ actor, body, from, language, cookies, db, services, say }) {
      const asked = { userId: actor.userId, from, language, cookies };
      if (body.password) await demandOwnPassword(services, asked, body.password);
      else await demandOwnCode(services, asked, body.code ?? fail('invalid_input'));
      await noteProved(db, actor.sid, from.device);
      return { message: say('identity_confirmed') };
    },
  },

  async sessions({ db, actor }) {
    return { sessions: await listSessions(db, actor.userId, actor.sid) };
  },

  async endSession({ work, record, services, say }) {
    const ended = await services.sessions.end(work.db, { sid: record.id });
    work.afterCommit(ended.done);
    return { message: say('session_ended') };
  },

  async endOtherSessions({ work, actor, services, say }) {
    const ended = await services.sessions.end(work.db, { userId: actor.userId, except: actor.sid });
    work.afterCommit(ended.done);
    return { message: say('other_sessions_ended') };
  },
};

/**
 * Replaces a password, compared and hashed before the transaction. A request overtaken by another is checked again as
 * if it came later: of two changes from the same old password, the second is refused, in either order.
 */
async function changePassword(context: Context<typeof endpoints.changePassword>): Promise<{ message: string }> {
  const { actor, body, from, language, services, say } = context;
  const { userId, sid } = actor;
  const { newPassword } = body;
  // Checked before the proof, since a code can be used only once.
  await demandGoodPassword(services, { newPassword }, userId);
  const old = await provePassword(context);
  const hash = await hashPassword(newPassword);
  const isReplaced = await inTransaction(services, async work => {
    if (!(await replacePassword(work.db, userId, old, hash))) return false;
    const ended = await services.sessions.end(work.db, { userId, except: sid });
    work.afterCommit(ended.done);
    await endLinks(work, services, userId, sid);
    await tellOwner(services, work.db, old === null ? 'passwordSet' : 'passwordChanged', { userId, from, language });
    return true;
  });
  return isReplaced ? { message: say('password_changed') } : changePassword(context);
}

/**
 * Demands the caller's password, or a code when the account has no password.
 * @returns the hash compared with; null for an account without a password
 */
async function provePassword({
  actor,
  body,
  from,
  language,
  cookies,
  services,
}: Context<typeof endpoints.changePassword>) {
  const { userId } = actor;
  const asked = { userId, from, language, cookies };
  const { passwordHash } = (await findPassword(services.database.kysely, userId)) ?? fail('unauthorized');
  if (passwordHash !== null || body.oldPassword)
    return demandOwnPassword(services, asked, body.oldPassword ?? fail('invalid_input'));
  await demandOwnCode(services, asked, body.code ?? undefined);
  return null;
}

/**
 * Lists the columns that the body changes: an absent field stays, `null` or an empty text clears a field that may be
 * empty.
 */
function changesOf(before: Kept, body: UpdateBody, avatar: string | null): Changes {
  const { firstName, lastName } = body;
  const clearable = {
    job_title: body.jobTitle,
    job_location: body.jobLocation,
    start_hour: body.startHour,
    end_hour: body.endHour,
    linkedin_profile: body.linkedinProfile && linkedinLink(body.linkedinProfile),
    github_profile: body.githubProfile && githubLink(body.githubProfile),
  };
  const given = Object.entries(clearable).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([column, value]) => [column, value || null])),
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(body.timeZone && { time_zone: body.timeZone }),
    ...(typeof body.notificationMail === 'boolean' && { notification_mail: body.notificationMail }),
    ...((avatar || body.avatar !== undefined) && { avatar }),
    ...twoStepAfter(before, body),
  };
}

/** Tells whether a login asks for the two-step code. */
const asksCode = (kept: Kept): boolean => kept.double_authentification && kept.verification;

/** Tells whether a change turns two-step off, or makes its verification necessary again. */
const losesTwoStep = (before: Kept, after: Kept): boolean =>
  (before.double_authentification && !after.double_authentification) || (asksCode(before) && !asksCode(after));

/** Lists the changes whose effect outlasts the session that makes them. */
function lastingChanges(before: Kept, after: Kept): ('twoStepOff' | 'mailsChanged')[] {
  return [
    ...(asksCode(before) && !asksCode(after) ? (['twoStepOff'] as const) : []),
    ...(before.notification_mail !== after.notification_mail ? (['mailsChanged'] as const) : []),
  ];
}

/** Computes two-step after a change: turned on or off, it must be verified by a new code. */
function twoStepAfter(
  before: Kept,
  { doubleAuthentification, verification }: UpdateBody,
): Pick<Kept, 'double_authentification' | 'verification'> {
  const on = doubleAuthentification ?? before.double_authentification;
  const same = on === before.double_authentification && verification !== false;
  return { double_authentification: on, verification: on && same && before.verification };
}
