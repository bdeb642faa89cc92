import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { heldTogether, sees, staffOf } from '@palabre/common/permissions/audience.ts';
import type { Opening } from '@palabre/common/permissions/role-channels.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { type ChannelRecord, readChannelRecords, toChannel } from './open/channels.store.ts';
import { readOwnerIds } from './open/members.store.ts';
import { type RoleChannels, readOpeners, readOpenings, readShown } from './open/roles.openings.store.ts';
import { type HeldRole, readHeldRoles } from './open/roles.store.ts';

/** Subject of a change of rights, beside who holds which role: one role, one channel, or one member who leaves. */
export interface Touched {
  role?: string;
  channel?: string;
  leaver?: string;
}

/** Rights in a workspace at one moment of a transaction. */
export interface Rights {
  owners: ReadonlySet<string>;
  staff: ReadonlySet<string>;
  roles: Map<string, HeldRole>;
  channels: readonly ChannelRecord[];
  /** Private channels that roles show, by user id. */
  shown: ReadonlyMap<string, ReadonlySet<string>>;
  /** Channels that the touched role opens. */
  own: RoleChannels | undefined;
  /** Roles that open the touched channel, and whether to see or to write. */
  openers: Map<string, Opening>;
}

/** Reads the rights of a workspace, without the channels of roles that this change can't touch: they may be many. */
export async function readRights(db: Db, workspaceId: string, { role, channel }: Touched): Promise<Rights> {
  const owners = new Set(await readOwnerIds(db, workspaceId));
  const roles = await readHeldRoles(db, workspaceId);
  const held = [...heldTogether(roles)];
  const shown = await readShown(
    db,
    workspaceId,
    held.map(([ids]) => ids),
  );
  return {
    owners,
    staff: staffOf(owners, roles),
    roles: new Map(roles.map(role => [role._id, role])),
    channels: await readChannelRecords(db, workspaceId),
    shown: new Map(
      held.flatMap(([, people], i) => {
        const channels = shown[i] as ReadonlySet<string>;
        return channels.size > 0 ? people.map((id): [string, ReadonlySet<string>] => [id, channels]) : [];
      }),
    ),
    own: role === undefined ? undefined : (await readOpenings(db, workspaceId, [role])).get(role),
    openers: channel === undefined ? new Map() : await readOpeners(db, channel),
  };
}

/** Channels that some people see, in order, by id. */
export type SeenChannels = ReadonlyMap<string, Channel>;

/** People who see the same of a workspace, before a change and after it. */
export interface Viewers {
  /** Ids; null means all members who are in no other group, and see what everyone sees. */
  people: string[] | null;
  /** Whether they leave with this change. */
  leave: boolean;
  before: SeenChannels;
  /** Same map as `before` when nothing that anybody sees has changed. */
  after: SeenChannels;
}

/** Groups the people of a workspace by what they see of it. */
export function viewersOf(before: Rights, after: Rights, leaver: string | undefined): Viewers[] {
  const keyOf = idsOfObjects();
  const stateIn = (rights: Rights, id: string) =>
    rights.owners.has(id) ? 'owner' : String(keyOf(rights.shown.get(id) ?? null));
  const plain = stateIn(before, '');
  const groups = new Map<string, string[]>([[`${plain} ${plain} false`, []]]);
  for (const id of new Set([before, after].flatMap(({ owners, shown }) => [...owners, ...shown.keys()]))) {
    const key = `${stateIn(before, id)} ${stateIn(after, id)} ${id === leaver}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  const seenBefore = seenChannelsOf(before);
  const changed =
    leaver !== undefined ||
    whoSees(before) !== whoSees(after) ||
    JSON.stringify(before.channels) !== JSON.stringify(after.channels);
  const seenAfter = changed ? seenChannelsOf(after) : seenBefore;
  return [...groups.values()].map((people, i) => {
    const leave = i > 0 && people[0] === leaver;
    return {
      people: i === 0 ? null : people,
      leave,
      before: seenBefore(people[0]),
      after: leave ? new Map() : seenAfter(people[0]),
    };
  });
}

/** Writes as text who sees what, channels apart. */
function whoSees({ owners, shown }: Rights): string {
  const peopleOf = new Map<ReadonlySet<string>, string[]>();
  for (const [id, set] of shown) {
    const people = peopleOf.get(set);
    if (people) people.push(id);
    else peopleOf.set(set, [id]);
  }
  return JSON.stringify([[...owners], [...peopleOf].map(([set, people]) => [[...set], people])]);
}

/** Returns a function that gives each object a number of its own. */
function idsOfObjects(): (object: object | null) => number {
  const ids = new Map<object | null, number>();
  return object => {
    const id = ids.get(object) ?? ids.size;
    ids.set(object, id);
    return id;
  };
}

/** Returns a function that gives the channels a person sees; people with the same roles share one map. */
function seenChannelsOf({ owners, shown, channels }: Rights): (person: string | undefined) => SeenChannels {
  const peopleOf = new Map<ReadonlySet<string>, string[]>();
  for (const [id, set] of shown) if (!owners.has(id)) peopleOf.set(set, [...(peopleOf.get(set) ?? []), id]);
  const users = new Map<string, string[]>();
  /** Returns the viewers of a private channel: one list for all channels with the same viewers. */
  const usersOf = (channel: ChannelRecord) => {
    const sets = [...peopleOf].filter(([set]) => set.has(channel._id));
    const key = sets.map(([, people]) => people[0]).join();
    const known =
      users.get(key) ?? toChannel({ ...channel, users: [...owners, ...sets.flatMap(([, all]) => all)] }).users;
    users.set(key, known);
    return known;
  };
  const whole = channels.map(channel => ({
    ...channel,
    users: channel.visibility === 'private' ? usersOf(channel) : [],
  }));
  const byRights = new Map<unknown, SeenChannels>();
  return (person = '') => {
    const isOwner = owners.has(person);
    const mine = shown.get(person);
    const key = isOwner ? 'owner' : mine;
    const known =
      byRights.get(key) ??
      new Map(
        whole
          .filter(channel => sees({ isOwner, shown: mine }, channel))
          .map((channel, position) => [channel._id, { ...channel, position }]),
      );
    byRights.set(key, known);
    return known;
  };
}
