import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { demand } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { inTransaction } from '../../../platform/work.ts';
import { audit } from '../../running/audit/open/record.ts';
import { demandProved } from '../users/open/lasting.ts';
import { demandOwnPassword } from '../users/open/own-password.ts';
import { eraseMessages } from './erasure.ts';
import { deleteAccount } from './open/deletion.ts';

/** Batches of messages blanked before the answer; the job does the rest. */
const erasedAtOnce = 4;

/**
 * Handler of an account's deletion: compares the password before the transaction, which locks places one after the
 * other.
 */
export const remove: Handlers<typeof api.accounts>['remove'] = {
  runs: 'own transactions',
  async handle({ actor, params, body, from, cookies, db, services, say }) {
    const { id } = params;
    demand(can.deleteAccount(actor, { userId: id }), 'forbidden');
    if (id === actor.userId) {
      if (body.password) await demandOwnPassword(services, { userId: id, from, cookies }, body.password);
      else await demandProved('accountDeleted', { db, actor, from });
    }
    const messages = body.messages ?? 'keep';
    await inTransaction(services, async work => {
      // A person's own deletion is not logged: their name is to disappear.
      if (id !== actor.userId) await audit.record(work, { action: 'user_deleted', actorId: actor.userId, person: id });
      await deleteAccount(services, work, id, { messages });
    });
    if (messages === 'erase') await eraseMessages(services, id, erasedAtOnce);
    return { message: say('account_deleted') };
  },
};
