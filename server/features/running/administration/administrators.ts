import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import type { Work } from '../../../platform/work.ts';
import { recoveryMinutes, recoveryPath } from '../../people/otp/open/recovery.ts';
import { demandProved } from '../../people/users/open/lasting.ts';
import { administrators as allAdministrators } from '../../people/users/open/users.store.ts';
import { notify } from '../../reading/notifications/open/notify.ts';
import { audit } from '../audit/open/record.ts';
import { administratorLetter, type SaidByAdministrator } from './administrators.mails.ts';
import { lockAdministrators, lockToRecover, readTold, setAdministrator } from './administrators.store.ts';
import { findAccount } from './suspension.ts';

type Endpoints = Pick<typeof api.administration, 'makeAdministrator' | 'endAdministrator' | 'endSessions' | 'recover'>;
type Acting = Pick<Context<Endpoints['endSessions']>, 'actor' | 'params' | 'services' | 'language'> & { work: Work };

/** Handlers of administrators' acts on other people's rights and sessions. */
export const administrators: Handlers<Endpoints> = {
  async makeAdministrator(context) {
    const { work, actor, from, say } = context;
    await demandProved('administratorMade', { db: work.db, actor, from });
    const { target } = await lockFor(context);
    demand(can.makeAdministrator(actor, target), 'administrator_refused');
    if (!target.admin) {
      await changeRight(context, true);
      await notify(work, [target.id], {
        type: 'workspace',
        content: 'Vous administrez maintenant Palabre.',
        link: '/settings/admin',
        actorId: actor.userId,
      });
    }
    return { message: say('administrator_made') };
  },

  async endAdministrator(context) {
    const { work, actor, from, say } = context;
    await demandProved('administratorEnded', { db: work.db, actor, from });
    const { target, others } = await lockFor(context);
    demand(can.endAdministrator(actor, { userId: target.id }), 'administrator_self');
    demand(can.spareAdministrator(target, others), 'last_administrator');
    if (target.admin) await changeRight(context, false);
    return { message: say('administrator_ended') };
  },

  async recover(context) {
    const { work, actor, params, body, from, services, say } = context;
    await demandProved('recoveryMade', { db: work.db, actor, from });
    const { email, suspended } = (await lockToRecover(work.db, params.id)) ?? fail('user_not_found');
    demand(can.recoverAccount(actor, { userId: params.id, suspended }), 'recovery_refused');
    const path = await recoveryPath(work.db, { id: params.id, email }, body.twoStep);
    const isMailed = body.by === 'mail';
    await tell(context, isMailed ? 'recoveryMailed' : 'recoveryGiven', {
      twoStep: body.twoStep,
      ...(isMailed && { path }),
    });
    await audit.record(work, { action: 'recovery_made', actorId: actor.userId, person: params.id });
    return isMailed
      ? { message: say('recovery_mailed'), link: null }
      : { message: say('recovery_made'), link: services.env.publicUrl + path };
  },

  async endSessions(context) {
    const { work, actor, params, services, say } = context;
    demand(can.endSessions(actor, { userId: params.id }), 'own_sessions');
    await tell(context, 'sessions');
    for (const which of [{ userId: params.id }, { linkedTo: params.id }]) {
      work.afterCommit((await services.sessions.end(work.db, which)).done);
    }
    await audit.record(work, { action: 'user_sessions_ended', actorId: actor.userId, person: params.id });
    return { message: say('user_sessions_ended') };
  },
};

/** Locks a person and all administrators, and counts the other administrators; the actor may have just lost the right. */
async function lockFor({ work, actor, params }: Acting) {
  const locked = await lockAdministrators(work.db, params.id);
  demand(
    locked.some(({ id, admin }) => id === actor.userId && admin),
    'not_found',
  );
  const target = locked.find(({ id }) => id === params.id) ?? fail('user_not_found');
  return { target, others: locked.filter(({ id, admin }) => admin && id !== target.id).length };
}

/**
 * Grants or revokes a person's administrator right, under lock, and notifies them, their devices and the other
 * administrators.
 */
async function changeRight(context: Acting, admin: boolean): Promise<void> {
  const { work, actor, params, services } = context;
  await setAdministrator(work.db, params.id, admin);
  work.afterCommit(() => services.sessions.refresh(params.id));
  const action = admin ? 'administrator_made' : 'administrator_ended';
  await audit.record(work, { action, actorId: actor.userId, person: params.id });
  await tell(context, admin ? 'made' : 'ended');
  const profile = await findAccount(work.db, params.id);
  const told = [params.id, ...(await allAdministrators(work.db))];
  work.emit('updateUser', profile, to(...new Set(told.map(rooms.user))));
}

/** Mails a person about an administrator's act on their account; the mail leaves if the transaction commits. */
async function tell(
  { work, actor, params, services, language }: Acting,
  what: SaidByAdministrator,
  link: Parameters<typeof administratorLetter>[3] = {},
): Promise<void> {
  const otherwise = services.settings.language ?? language;
  const told = (await readTold(work.db, params.id, actor.userId, otherwise)) ?? fail('user_not_found');
  const at = new Date();
  // A mail that arrives after its link's expiry helps nobody.
  const until = link.path === undefined ? undefined : new Date(at.getTime() + recoveryMinutes * 60_000);
  const letter = administratorLetter(what, told, at, link);
  await services.mails.send({ to: told.email, ...(until && { until }), ...letter }, work.db);
}
