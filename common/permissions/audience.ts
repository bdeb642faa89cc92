import type { Visibility } from '../contract/workspaces/channels.ts';

/*
 * The rules of `can`, computed for everyone at once: `can` tells whether one person has a right, this file lists all people
 * who have it. A property test keeps the two equal.
 */

/** Groups people by the set of roles they hold, since people with the same roles see the same channels. */
export function heldTogether(roles: readonly { _id: string; users: readonly string[] }[]): Map<string[], string[]> {
  const heldBy = new Map<string, string[]>();
  for (const role of roles) {
    for (const id of role.users) {
      const held = heldBy.get(id);
      if (held) held.push(role._id);
      else heldBy.set(id, [role._id]);
    }
  }
  const sets = new Map<string, { held: string[]; people: string[] }>();
  for (const [id, held] of heldBy) {
    const key = held.join();
    const set = sets.get(key);
    if (set) set.people.push(id);
    else sets.set(key, { held, people: [id] });
  }
  return new Map([...sets.values()].map(({ held, people }) => [held, people]));
}

const none: ReadonlySet<string> = new Set();

/** A member, with the facts that decide which channels they see. */
export interface Viewer {
  isOwner: boolean;
  /** Ids of the channels that the member's roles show. */
  shown?: ReadonlySet<string> | undefined;
}

/** Whether a member sees a channel (`can.seeChannel`). */
export const sees = ({ isOwner, shown = none }: Viewer, channel: { _id: string; visibility: Visibility }): boolean =>
  channel.visibility !== 'private' || isOwner || shown.has(channel._id);

/** Lists the people who may ban, and so see the banned people (`can.banAnyone`). */
export const staffOf = (
  owners: Iterable<string>,
  roles: readonly { creator: boolean; users: readonly string[] }[],
): ReadonlySet<string> => new Set([...owners, ...roles.filter(role => role.creator).flatMap(role => role.users)]);
