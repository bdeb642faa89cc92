import { demand } from '../../../../platform/http/errors.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { isProved } from '../../../../platform/sessions/session.store.ts';
import type { Actor, From } from '../../../../platform/sessions/session.ts';

/**
 * Changes that outlast the session that makes them, which may be stolen, and by what each asks again who one is: `session`
 * by a session whose person has said so in the last 15 minutes with the same device (`demandProved`), `said` by one in
 * which they have said it again, whenever it began, `secret` by a
 * password or a code that comes with the change itself.
 */
export const lasting = {
  accountLinked: 'session',
  twoStepOff: 'said',
  mailsChanged: 'session',
  accountDeleted: 'session',
  passwordSet: 'secret',
  passwordChanged: 'secret',
} as const;

/**
 * Refuses a lasting change unless the session's person has just said who they are: at its beginning, or since.
 * @throws AppError `reauthentication_required`
 */
export async function demandProved(
  change: keyof typeof lasting,
  { db, actor, from }: { db: Db; actor: Pick<Actor, 'sid'>; from: From },
): Promise<void> {
  const by = ({ session: 'proved_at', said: 'said_at', secret: null } as const)[lasting[change]];
  if (by) demand(await isProved(db, actor.sid, from.device, by), 'reauthentication_required');
}
