import type { Makers } from '../contract/running/settings.ts';

/** Rights of people who run Palabre, over accounts; a part of `can`. */
export const administering = {
  /** Runs Palabre: sees all accounts, reports, bans and the journal. */
  administer: (actor: { admin: boolean }): boolean => actor.admin,

  /** Reports a person to administrators: anyone but oneself. */
  report: (actor: { userId: string }, target: { userId: string }): boolean => actor.userId !== target.userId,

  /** Bans an account, as administrator: any account, other administrators' included, but one's own. */
  banAccount: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Suspends an account, as administrator: any account but one's own and those of other administrators. */
  suspendAccount: (actor: { userId: string; admin: boolean }, target: { userId: string; admin: boolean }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId && !administering.administer(target),

  /** Makes a person administrator: only one who has proven their address, and whose account is open and no guest's. */
  makeAdministrator: (
    actor: { admin: boolean },
    target: { proven: boolean; suspended: boolean; isGuest: boolean },
  ): boolean => administering.administer(actor) && target.proven && !target.suspended && !target.isGuest,

  /** Takes the administrator right from somebody else; `spareAdministrator` keeps the last one. */
  endAdministrator: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Ends all sessions of somebody else, as administrator; one's own are ended from one's profile. */
  endSessions: (actor: { userId: string; admin: boolean }, target: { userId: string }): boolean =>
    administering.administer(actor) && actor.userId !== target.userId,

  /** Makes a link by which somebody else chooses a new password: of any open account but one's own. */
  recoverAccount: (
    actor: { userId: string; admin: boolean },
    target: { userId: string; suspended: boolean },
  ): boolean => administering.administer(actor) && actor.userId !== target.userId && !target.suspended,

  /** Makes a workspace or a society, by who may here. */
  make: (actor: { admin: boolean }, makers: Makers): boolean =>
    makers === 'everybody' || administering.administer(actor),
  /** Asks to change the address of somebody else, whose account is open; one's own is changed from one's profile. */
  changeAddressOf: (
    actor: { userId: string; admin: boolean },
    target: { userId: string; suspended: boolean },
  ): boolean => administering.recoverAccount(actor, target),

  /** Deletes an account: one's own, or any account as administrator. */
  deleteAccount: (actor: { userId: string; admin: boolean }, account: { userId: string }): boolean =>
    actor.admin || actor.userId === account.userId,

  /**
   * Deletes an account or ends its administrator right, given the number of other administrators: never the last of them.
   */
  spareAdministrator: (account: { admin: boolean }, otherAdministrators: number): boolean =>
    !account.admin || otherAdministrators > 0,
};
