import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { heldTogether, sees, staffOf } from '@palabre/common/permissions/audience.ts';
import type { Opening } from '@palabre/common/permissions/role-channels.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { type ChannelRecord, readChannelRecords, toChannel } from './open/channels.store.ts';
import { readLetIn } from './open/guests.store.ts';
import { readOwnerIds } from './open/members.store.ts';
import { type RoleChannels, readOpeners, readOpenings, readShown } from './open/roles.openings.store.ts';
import { type HeldRole, readHeldRoles } from './open/roles.store.ts';

/** Subject of a change of rights, beside the holders of roles: one role, one channel, or one leaving member. */
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
  /** Channels that guests are let into, by user id. */
  letIn: ReadonlyMap<string, ReadonlySet<string>>;
  /** Channels that the touched role opens. */
  own: RoleChannels | undefined;
  /** Roles that open the touched channel, and whether to see or to write. */
  openers: Map<string, Opening>;
}

/** Reads the rights of a workspace, without the channels of roles that this change cannot touch: they may be many. */
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
    letIn: await readLetIn(db, workspaceId),
    own: role === undefined ? undefined : (await readOpenings(db, workspaceId, [role])).get(role),
    openers: channel === undefined ? new Map() : await readOpeners(db, channel),
  };
}

/** Channels that some people see, in order, by id. */
export type SeenChannels = ReadonlyMap<string, Channel>;

/** People with the same view of a workspace, before a change and after it. */
export interface Viewers {
  /** Ids; null means all members outside the other groups, who see only what everyone sees. */
  people: string[] | null;
  /** Whether they leave with this change. */
  leave: boolean;
  /** Whether they are guests: they see no role, and are in no room of the workspace. */
  guests: boolean;
  before: SeenChannels;
  /** Channels after the change; the same map as `before` when nothing visible has changed. */
  after: SeenChannels;
}

/** Groups the people of a workspace by their view of it. */
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
  const members = [...groups.values()].map((people, i) => {
    const leave = i > 0 && people[0] === leaver;
    return {
      people: i === 0 ? null : people,
      leave,
      guests: false,
      before: seenBefore.by(people[0]),
      after: leave ? new Map() : seenAfter.by(people[0]),
    };
  });
  const guests = [...guestGroups(before, after).values()].map(people => ({
    people,
    leave: false,
    guests: true,
    before: seenBefore.letInto(before.letIn.get(people[0] as string)),
    after: seenAfter.letInto(after.letIn.get(people[0] as string)),
  }));
  return [...members, ...guests];
}

/** Groups guests by the channels that they are let into, before a change and after it. */
function guestGroups(before: Rights, after: Rights): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of new Set([...before.letIn.keys(), ...after.letIn.keys()])) {
    const key = [before, after].map(({ letIn }) => [...(letIn.get(id) ?? [])].join()).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return groups;
}

/** Lists the guests who share a channel with one of these members. */
export function guestsAround({ letIn, channels, owners, shown }: Rights, members: readonly string[]): string[] {
  if (letIn.size === 0 || members.length === 0) return [];
  const viewers = members.map(id => ({ isOwner: owners.has(id), shown: shown.get(id) }));
  const shared = channels.filter(channel => viewers.some(viewer => sees(viewer, channel)));
  return [...letIn].flatMap(([guest, into]) => (shared.some(({ _id }) => into.has(_id)) ? guest : []));
}

/** Serializes the owners, and the private channels that each other person sees by their roles, to compare rights. */
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

/** Views of a workspace's channels, by person. */
interface Seeing {
  /** Returns the channels that a member sees; members with the same roles share one map. */
  by: (person: string | undefined) => SeenChannels;
  /** Returns the channels that a guest sees; guests with the same channels share one map. */
  letInto: (channels: ReadonlySet<string> | undefined) => SeenChannels;
}

function seenChannelsOf({ owners, shown, channels }: Rights): Seeing {
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
  const listed = (key: unknown, isSeen: (channel: Channel) => boolean): SeenChannels => {
    const known =
      byRights.get(key) ??
      new Map(whole.filter(isSeen).map((channel, position) => [channel._id, { ...channel, position }]));
    byRights.set(key, known);
    return known;
  };
  return {
    by: (person = '') => {
      const isOwner = owners.has(person);
      const mine = shown.get(person);
      return listed(isOwner ? 'owner' : mine, channel => sees({ isOwner, shown: mine }, channel));
    },
    letInto: (ids = none) => listed(`guests ${[...ids].join()}`, ({ _id }) => ids.has(_id)),
  };
}

const none: ReadonlySet<string> = new Set();
