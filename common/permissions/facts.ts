import type { MemberFacts, RoleFacts } from './can.ts';

/** A role as the API returns it: its rights and its holders. */
export interface HeldRole extends RoleFacts {
  users: readonly string[];
}

/** Computes the facts that `can` needs from a workspace and its roles; without a workspace, the person is no member. */
export function memberFacts(
  userId: string,
  workspace: { owner: readonly string[]; guest?: { channels: readonly string[] } | undefined } | undefined,
  roles: readonly HeldRole[],
): MemberFacts {
  // A guest's page has no roles; the workspace has the channels that the guest is let into.
  const isGuest = workspace?.guest !== undefined && !workspace.owner.includes(userId);
  return {
    userId,
    ...(isGuest && { letInto: workspace.guest?.channels ?? [] }),
    isMember: workspace !== undefined && !isGuest,
    isOwner: workspace?.owner.includes(userId) ?? false,
    roles: workspace && !isGuest ? roles.filter(role => role.users.includes(userId)) : [],
  };
}

/** Compares roles by rank, the highest first. */
export const byRank = (a: Pick<RoleFacts, 'rank'>, b: Pick<RoleFacts, 'rank'>): number => a.rank - b.rank;

/** Counts the creator roles. */
export const countCreators = (roles: readonly Pick<RoleFacts, 'creator'>[]): number =>
  roles.filter(role => role.creator).length;
