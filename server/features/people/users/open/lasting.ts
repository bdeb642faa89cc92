import { demand } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { isProved } from '../../../../platform/sessions/session.store.ts';
import type { Actor, From } from '../../../../platform/sessions/session.ts';

/**
 * Changes that outlast their session, which may be stolen, and the identity proof that each requires: `session`, given
 * in the last 15 minutes on the same device, the login included (`demandProved`); `said`, given again within the
 * session, however young it is; `secret`, a password or a code in the change's own request.
 */
export const lasting = {
  accountLinked: 'session',
  twoStepOff: 'said',
  mailsChanged: 'session',
  accountDeleted: 'session',
  administratorMade: 'session',
  administratorEnded: 'session',
  recoveryMade: 'session',
  addressChanged: 'session',
  passwordSet: 'secret',
  passwordChanged: 'secret',
} as const;

/**
 * Refuses a lasting change without a recent identity proof of the session's person.
 * @throws AppError `reauthentication_required`
 */
export async function demandProved(
  change: keyof typeof lasting,
  { db, actor, from }: { db: Db; actor: Pick<Actor, 'sid'>; from: From },
): Promise<void> {
  const by = ({ session: 'proved_at', said: 'said_at', secret: null } as const)[lasting[change]];
  if (by) demand(await isProved(db, actor.sid, from.device, by), 'reauthentication_required');
}
