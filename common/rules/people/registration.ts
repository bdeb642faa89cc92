/** Groups of people who may register, for administrators to choose from. */
export const registrationChoices = ['everybody', 'invitation', 'domains', 'approval', 'provider'] as const;
/** Group of people who may register. */
export type RegistrationChoice = (typeof registrationChoices)[number];

/** Person about to get an account, with the facts that decide whether they may. */
export interface Entrant {
  email: string;
  /** Whether they come by a provider of identities. */
  byProvider: boolean;
  /** Whether the address is proven to be theirs: by a link that was sent to it, or by the provider. */
  proven: boolean;
  /** Whether a member has invited them. */
  invited: boolean;
  /** Whether an administrator has approved the address. */
  approved: boolean;
}

/** Tells whether an address belongs to one of these domains; a subdomain counts as another domain. */
export const isOfDomains = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1));

/** Returns why a person may not register, as a code of a failure; null if they may. */
export function refusedRegistration(
  { who, domains }: { who: RegistrationChoice; domains: readonly string[] },
  { email, byProvider, proven, invited, approved }: Entrant,
) {
  switch (who) {
    case 'everybody':
      return null;
    case 'provider':
      return byProvider ? null : 'registration_by_provider';
    case 'invitation':
      return invited || approved ? null : 'registration_by_invitation';
    case 'domains':
      return approved || (proven && isOfDomains(email, domains)) ? null : 'registration_by_domain';
    case 'approval':
      return approved ? null : 'registration_by_approval';
  }
}

/**
 * Tells whether an existing account may take another address. Where accounts depend on listed domains or a provider, a
 * foreign address would outlive the mailbox or identity that gave access.
 */
export function acceptsNewAddress(
  { who, domains }: { who: RegistrationChoice; domains: readonly string[] },
  { email, approved }: Pick<Entrant, 'email' | 'approved'>,
): boolean {
  if (who === 'domains') return approved || isOfDomains(email, domains);
  return who !== 'provider' || approved;
}
