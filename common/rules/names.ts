/** A person's whole name; the last name may be empty. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** How what a person wrote is signed once their account has gone (contract.md, « People »); the page says it in its language. */
export const goneName = 'Utilisateur supprimé';

/** Whether a name is that: nobody who has an account is called so and has no last name. */
export const isGone = ({ firstName, lastName }: { firstName: string; lastName: string }): boolean =>
  firstName === goneName && lastName === '';
