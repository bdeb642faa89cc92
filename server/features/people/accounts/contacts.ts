import type { accounts as endpoints } from '@palabre/common/contract/people/accounts.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { fail } from '../../../platform/http/errors.ts';
import type { Context } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Actor } from '../../../platform/sessions/session.ts';
import type { Changes, Kept } from '../users/open/account.store.ts';
import { findNear } from '../users/open/users.store.ts';

type Body = Context<typeof endpoints.update>['body'];

/**
 * Computes the manager and the deputy after a change (decision 0048): an account, whose name becomes the text, or a
 * text alone, without an account.
 * @throws AppError `user_not_found` for an unknown id, the person's own, or a person who shares no place
 */
export async function contactsAfter(db: Db, actor: Actor, before: Kept, body: Body): Promise<Changes> {
  const one = async (id: string | null | undefined, text: string | null | undefined, was: string | null) => {
    if (id) {
      const named = id === actor.userId ? undefined : await findNear(db, id, actor);
      return { text: fullName(named ?? fail('user_not_found')), id };
    }
    if (text === undefined) return id === undefined ? undefined : { text: was, id: null };
    return id === undefined && text === was ? undefined : { text: text || null, id: null };
  };
  const manager = await one(body.managerId, body.manager, before.manager);
  const deputy = await one(body.vacationRefereeId, body.vacationReferee, before.vacation_referee);
  return {
    ...(manager && { manager: manager.text, manager_id: manager.id }),
    ...(deputy && { vacation_referee: deputy.text, vacation_referee_id: deputy.id }),
  };
}
