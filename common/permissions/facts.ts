import type { MemberFacts, RoleFacts } from './can.ts';

/** A role of the wire: what it allows, and whom. */
export interface HeldRole extends RoleFacts {
  users: readonly string[];
}

/** What `can` asks of a person in a workspace, out of what the wire says of it; no workspace: they are not in it. */
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

/** The order of ranks, the highest first. */
export const byRank = (a: Pick<RoleFacts, 'rank'>, b: Pick<RoleFacts, 'rank'>): number => a.rank - b.rank;

/** How many of these roles are creator's. */
export const countCreators = (roles: readonly Pick<RoleFacts, 'creator'>[]): number =>
  roles.filter(role => role.creator).length;
