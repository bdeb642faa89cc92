import type { Makers } from '../contract/running/settings.ts';

/** Rights of administrators over accounts; a part of `can`. */
export const administering = {
  /** Runs Palabre: sees all accounts, reports, bans and the journal. */
  administer: (actor: { admin: boolean }): boolean => actor.admin,

  /** Reports a person to administrators: anyone except the actor. */
  report: (actor: { userId: string }, target: { userId: string }): boolean => actor.userId !== target.userId,

  /** Bans an account, as administrator: any account except the person's own, even another administrator's. */
  banAccount: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Suspends an account, as administrator: any account except the person's own and other administrators'. */
  suspendAccount: (actor: { userId: string; admin: boolean }, target: { userId: string; admin: boolean }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId && !administering.administer(target),

  /** Makes a person administrator: their address must be proven and their account open, and not a guest's. */
  makeAdministrator: (
    actor: { admin: boolean },
    target: { proven: boolean; suspended: boolean; isGuest: boolean },
  ): boolean => administering.administer(actor) && target.proven && !target.suspended && !target.isGuest,

  /** Revokes somebody else's administrator right; `spareAdministrator` keeps the last one. */
  endAdministrator: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Ends all sessions of somebody else, as administrator; people end their own from their profile. */
  endSessions: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Makes a link for choosing a new password: for any open account except the person's own. */
  recoverAccount: (
    actor: { userId: string; admin: boolean },
    target: { userId: string; suspended: boolean },
  ): boolean => administering.administer(actor) && actor.userId !== target.userId && !target.suspended,

  /** Makes a workspace or a society, by the setting `makers`. */
  make: (actor: { admin: boolean }, makers: Makers): boolean =>
    makers === 'everybody' || administering.administer(actor),
  /** Asks to change the address of somebody else, whose account is open; people change their own from their profile. */
  changeAddressOf: (
    actor: { userId: string; admin: boolean },
    target: { userId: string; suspended: boolean },
  ): boolean => administering.recoverAccount(actor, target),

  /** Deletes an account: the person's own, or any account as administrator. */
  deleteAccount: (actor: { userId: string; admin: boolean }, account: { userId: string }): boolean =>
    actor.admin || actor.userId === account.userId,

  /**
   * Deletes an account or ends its administrator right, given the number of other administrators: never the last of them.
   */
  spareAdministrator: (account: { admin: boolean }, otherAdministrators: number): boolean =>
    !account.admin || otherAdministrators > 0,
};
