import type { api } from '@palabre/common/contract/index.ts';
import { Cache } from '../../../platform/cache.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Context, Handlers } from '../../../platform/http/route.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { deviceHashOf } from '../../../platform/sessions/known-devices.ts';
import { passwordMatches } from '../../../platform/sessions/passwords.ts';
import { inTransaction } from '../../../platform/work.ts';
import { readWaiting } from '../../reading/unread/open/unread.store.ts';
import { demandLinkCode } from '../otp/open/codes.ts';
import { tellOwner } from '../otp/open/told.mails.ts';
import { countGuess } from '../users/open/guesses.ts';
import { demandProved } from '../users/open/lasting.ts';
import { deleteLink, holdLink, insertLink, readLink, readLinked } from '../users/open/links.store.ts';
import { tell } from '../users/open/links.ts';
import { findCredentials, findSelf } from '../users/open/users.store.ts';

/** Cache of the numbers of unread messages in linked accounts: every page asks for them each minute. */
const waiting = new Cache<ReadonlyMap<string, number>>({ size: 10_000, each: 1, ms: 15_000 });

/** Handlers of linked accounts: list, count unread messages, link, unlink, switch. */
export const linkedAccounts: Handlers<typeof api.linkedAccounts> = {
  async list({ actor, db }) {
    return { users: (await readLinked(db, [actor.userId])).get(actor.userId) ?? [] };
  },

  async waiting({ actor, db }) {
    const linked = (await readLinked(db, [actor.userId])).get(actor.userId) ?? [];
    const ids = linked.map(({ _id }) => _id);
    const counts = await waiting.of([actor.userId, ...ids].join(), () => readWaiting(db, ids));
    return { accounts: ids.map(_id => ({ _id, count: counts.get(_id) ?? 0 })) };
  },

  link: {
    runs: 'own transactions',
    spends: 'loginAddress',
    sparesKnown: true,
    async handle(context) {
      const { actor, body, from, language, db, services, say } = context;
      await demandProved('accountLinked', { db, actor, from });
      const other = await prove(context, body);
      demand(other !== actor.userId, 'own_account');
      const users = await inTransaction(services, async work => {
        const made = await insertLink(work.db, actor.userId, other);
        demand(made !== 'full', 'too_many_accounts');
        demand(made === 'linked', 'link_refused');
        for (const userId of [actor.userId, other]) {
          await tellOwner(services, work.db, 'accountLinked', { userId, from, language });
        }
        return tell(work, actor.userId, other);
      });
      return { message: say('account_linked'), users };
    },
  },

  async unlink({ work, actor, body, services, say }) {
    const { userId } = actor;
    demand(await deleteLink(work.db, userId, body.userId), 'account_not_linked');
    const opened = { between: [userId, body.userId] as const, except: actor.sid };
    work.afterCommit((await services.sessions.end(work.db, opened)).done);
    return { message: say('account_unlinked'), users: await tell(work, userId, body.userId) };
  },

  token: {
    runs: 'own transactions',
    async handle({ actor, params, from, db, services }) {
      await services.limits.spend('switchAccount', actor.userId);
      const link = await readLink(db, actor.userId, params.id);
      demand(link !== 'none', 'account_not_linked');
      demand(link !== 'banned', 'banned');
      const token = await inTransaction(services, async work => {
        const opened = await services.sessions.open(work.db, params.id, from, { opener: actor });
        // A link or a session that ended meanwhile opens nothing; one that ends from here on ends the new session too.
        const held = await holdLink(work.db, actor, params.id);
        demand(held !== 'no session', 'unauthorized');
        demand(held === 'held', 'account_not_linked');
        return opened;
      });
      return { token, user: (await findSelf(db, params.id)) ?? fail('account_not_linked') };
    },
  },
};

type Proving = Context<typeof api.linkedAccounts.link> & { db: Db };

/**
 * Proves that the account with this e-mail is the caller's too; a failure counts as a failed login.
 * @returns id of the account
 */
async function prove(
  { ip, from, language, cookies, refusal, db, services }: Proving,
  given: { email: string; password: string; code?: string | undefined },
): Promise<string> {
  const { email } = given;
  const hash = deviceHashOf(cookies);
  const { id, passwordHash, banned, known } = await findCredentials(db, email, hash);
  const device = id && hash && known ? { userId: id, hash } : null;
  const giveBack = await countGuess(services.limits, { email, ip, device, refusal });
  const right = await passwordMatches(passwordHash, given.password);
  demand(!banned, 'banned');
  demand(id && right, 'link_refused');
  await giveBack();
  const self = (await findSelf(db, id)) ?? fail('link_refused');
  demand(!self.suspended, 'account_suspended');
  if (self.doubleAuthentification && self.verification) {
    await demandLinkCode(services, { userId: id, from, language, cookies }, given.code);
  }
  return id;
}
