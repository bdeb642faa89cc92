const hourMs = 3_600_000;

/** Returns the milliseconds of a duration « {n}h »; any other text counts as zero, hence expired. */
export function inviteDuration(time: string): number {
  const match = /^(\d+)h$/.exec(time);
  return match ? Number(match[1]) * hourMs : 0;
}

/** Tells whether an invite has expired: its creation time plus its duration is past. */
export function inviteExpired(invite: { created_at: string; time: string }, now: number): boolean {
  return Date.parse(invite.created_at) + inviteDuration(invite.time) < now;
}

/** Tells whether an invite has reached its maximum number of uses. */
export const inviteUsedUp = ({ users, maxUses }: { users: readonly string[]; maxUses: number }): boolean =>
  users.length >= maxUses;

/**
 * Tells whether an invite lets a person in, or finds them a member already. Each person uses an invite once; banned
 * people can't.
 */
export function inviteOpens(
  invite: { created_at: string; time: string; users: readonly string[]; maxUses: number },
  person: { userId: string; isMember: boolean; banned: boolean },
  now: number,
): boolean {
  if (person.banned || inviteExpired(invite, now)) return false;
  return person.isMember || !(invite.users.includes(person.userId) || inviteUsedUp(invite));
}
