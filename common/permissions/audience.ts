import type { Visibility } from '../contract/channels.ts';

/**
 * The same rules as `can`, asked the other way round: not what one person may, but who all may. The tests hold
 * the two together.
 */

/** A role, as far as it opens something to its holders. */
export interface RoleHolders {
  creator: boolean;
  users: readonly string[];
  visibleChannels: readonly string[];
}

const holders = (roles: readonly RoleHolders[], opens: (role: RoleHolders) => boolean): string[] =>
  roles.filter(opens).flatMap(role => role.users);

/** Who may see a channel: « everyone » (of the members), or these people (`can.seeChannel`). */
export function audienceOf(
  channel: { _id: string; visibility: Visibility },
  owners: readonly string[],
  roles: readonly RoleHolders[],
): 'everyone' | ReadonlySet<string> {
  if (channel.visibility !== 'private') return 'everyone';
  return new Set([...owners, ...holders(roles, role => role.visibleChannels.includes(channel._id))]);
}

/** Who may ban, and so sees who is banned (`can.banAnyone`). */
export const staffOf = (owners: readonly string[], roles: readonly RoleHolders[]): ReadonlySet<string> =>
  new Set([...owners, ...holders(roles, role => role.creator)]);
