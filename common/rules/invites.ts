import { limits } from '../contract/fields.ts';

const hour = 3_600_000;

/** Milliseconds of a duration « {n}h »; anything else counts as zero, hence expired (spec 2 §4). */
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
