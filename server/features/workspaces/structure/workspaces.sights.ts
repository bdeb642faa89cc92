import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { heldTogether, sees, staffOf } from '@palabre/common/permissions/audience.ts';
import type { Opening } from '@palabre/common/permissions/role-channels.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { type ChannelRecord, readChannelRecords, toChannel } from './open/channels.store.ts';
import { readOwnerIds } from './open/members.store.ts';
import { type RoleChannels, readOpeners, readOpenings, readShown } from './open/roles.openings.store.ts';
import { type HeldRole, readHeldRoles } from './open/roles.store.ts';

/** What a change of rights is about, beside who holds which role: one role, one channel, or one who leaves. */
export interface Touched {
  role?: string;
  channel?: string;
  leaver?: string;
}

/** Who may see what in a workspace, at one moment of a transaction. */
export interface Rights {
  owners: ReadonlySet<string>;
  staff: ReadonlySet<string>;
  roles: Map<string, HeldRole>;
  channels: readonly ChannelRecord[];
  /** What roles show to those who hold one. */
  shown: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the touched role opens. */
  own: RoleChannels | undefined;
  /** The roles that open the touched channel, and what of it. */
  openers: Map<string, Opening>;
}

/** Reads rights whole, but for what roles open that this change can't touch: that may be much. */
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

/** The channels that some people see, in their order, by id. */
export type Sight = ReadonlyMap<string, Channel>;

/** People to whom a workspace looks the same, before a change and after it. */
export interface Viewers {
  /** Null: all members who are in no other group; they see what everyone sees. */
  people: string[] | null;
  /** Whether they leave with this change. */
  leave: boolean;
  before: Sight;
  /** The same map when nothing of what anybody sees has changed. */
  after: Sight;
}

/** Puts the people of a workspace in groups of those to whom it looks the same. */
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
  const seenBefore = sightsOf(before);
  const changed =
    leaver !== undefined ||
    whoSees(before) !== whoSees(after) ||
    JSON.stringify(before.channels) !== JSON.stringify(after.channels);
  const seenAfter = changed ? sightsOf(after) : seenBefore;
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

/** What sights are made of beside the channels themselves, as text. */
function whoSees({ owners, shown }: Rights): string {
  const peopleOf = new Map<ReadonlySet<string>, string[]>();
  for (const [id, set] of shown) {
    const people = peopleOf.get(set);
    if (people) people.push(id);
    else peopleOf.set(set, [id]);
  }
  return JSON.stringify([[...owners], [...peopleOf].map(([set, people]) => [[...set], people])]);
}

/** Gives each object a number of its own. */
function idsOfObjects(): (object: object | null) => number {
  const ids = new Map<object | null, number>();
  return object => {
    const id = ids.get(object) ?? ids.size;
    ids.set(object, id);
    return id;
  };
}

/** Makes what tells which channels a person sees, and as what; those who see them through the same roles share it. */
function sightsOf({ owners, shown, channels }: Rights): (person: string | undefined) => Sight {
  const peopleOf = new Map<ReadonlySet<string>, string[]>();
  for (const [id, set] of shown) if (!owners.has(id)) peopleOf.set(set, [...(peopleOf.get(set) ?? []), id]);
  const users = new Map<string, string[]>();
  /** Who sees a private channel: the same list for all that the same people see. */
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
  const sights = new Map<unknown, Sight>();
  return (person = '') => {
    const isOwner = owners.has(person);
    const mine = shown.get(person);
    const key = isOwner ? 'owner' : mine;
    const known =
      sights.get(key) ??
      new Map(
        whole
          .filter(channel => sees({ isOwner, shown: mine }, channel))
          .map((channel, position) => [channel._id, { ...channel, position }]),
      );
    sights.set(key, known);
    return known;
  };
}
