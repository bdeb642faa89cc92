import type { MemberFacts, RoleFacts } from './can.ts';

/** A role as the API returns it: its rights and its holders. */
export interface HeldRole extends RoleFacts {
  users: readonly string[];
}

/** Computes the facts that `can` needs from a workspace and its roles; without a workspace, the person is no member. */
export function memberFacts(
  userId: string,
  workspace: { owner: readonly string[] } | undefined,
  roles: readonly HeldRole[],
): MemberFacts {
  return {
    userId,
    isMember: workspace !== undefined,
    isOwner: workspace?.owner.includes(userId) ?? false,
    roles: workspace ? roles.filter(role => role.users.includes(userId)) : [],
  };
}

/** Compares roles by rank, the highest first. */
export const byRank = (a: Pick<RoleFacts, 'rank'>, b: Pick<RoleFacts, 'rank'>): number => a.rank - b.rank;

/** Counts the creator roles. */
export const countCreators = (roles: readonly Pick<RoleFacts, 'creator'>[]): number =>
  roles.filter(role => role.creator).length;
