import { limits } from '../contract/fields.ts';

const hour = 3_600_000;

/** Milliseconds of a duration « {n}h »; anything else counts as zero, hence expired. */
export function inviteDuration(time: string): number {
  const match = /^(\d+)h$/.exec(time);
  return match ? Number(match[1]) * hour : 0;
}

/** Whether an invite has expired: its creation plus its duration lies in the past. */
export function inviteExpired(invite: { created_at: string; time: string }, now: number): boolean {
  return Date.parse(invite.created_at) + inviteDuration(invite.time) < now;
}

/** Whether an invite has been used as often as it can be. */
export const inviteUsedUp = (uses: number): boolean => uses >= limits.inviteUses;

/** Whether an invite lets a person in, or finds them in already: each person uses it once, and nobody banned does. */
export function inviteOpens(
  invite: { created_at: string; time: string; users: readonly string[] },
  person: { userId: string; isMember: boolean; banned: boolean },
  now: number,
): boolean {
  if (person.banned || inviteExpired(invite, now)) return false;
  return person.isMember || !(invite.users.includes(person.userId) || inviteUsedUp(invite.users.length));
}
