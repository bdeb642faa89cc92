import type { Visibility } from '../contract/workspaces/channels.ts';

/**
 * The same rules as `can`, asked the other way round: not what one person may, but who all may. The tests hold
 * the two together.
 */

/** The sets of roles that people hold, with who holds each: what roles show is the same to all of those. */
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

/** A member, as far as seeing channels goes. */
export interface Viewer {
  isOwner: boolean;
  /** What their roles show them. */
  shown?: ReadonlySet<string> | undefined;
}

/** Whether a member sees a channel (`can.seeChannel`). */
export const sees = ({ isOwner, shown = none }: Viewer, channel: { _id: string; visibility: Visibility }): boolean =>
  channel.visibility !== 'private' || isOwner || shown.has(channel._id);

/** Who may ban, and so sees who is banned (`can.banAnyone`). */
export const staffOf = (
  owners: Iterable<string>,
  roles: readonly { creator: boolean; users: readonly string[] }[],
): ReadonlySet<string> => new Set([...owners, ...roles.filter(role => role.creator).flatMap(role => role.users)]);
