import type { EventName, EventPayload } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import { rooms, type Target, to } from '../../../../platform/realtime/rooms.ts';
import type { Work } from '../../../../platform/work.ts';
import {
  guestsAround,
  type Rights,
  readRights,
  type SeenChannels,
  type Touched,
  type Viewers,
  viewersOf,
} from '../workspaces.viewers.ts';
import { type RoleChannels, readOpenersOfAny, readOpenings } from './roles.openings.store.ts';
import type { HeldRole } from './roles.store.ts';
import { tellWorkspace } from './workspaces.view.ts';

/**
 * Rights changes: the single mechanism that propagates a change of roles, channels or members. The rights of everyone
 * are read before and after the change, and each group of people gets the difference. workspaces.viewers.ts groups
 * people with the same view.
 */

/**
 * Makes a change to a workspace's roles, channels, owners or members, and emits its result to each person: new, changed
 * or deleted roles; channels they gain (`newChannel`), keep changed (`updateChannel`) or lose (`deleteChannel`); the
 * workspace, when its list of channels or its staff changed. Socket rooms follow. The workspace must be locked.
 */
export async function changeAndTell<T>(
  work: Work,
  workspaceId: string,
  touched: Touched,
  change: () => Promise<T>,
): Promise<T> {
  const before = await readRights(work.db, workspaceId, touched);
  const result = await change();
  const after = await readRights(work.db, workspaceId, touched);
  const viewers = viewersOf(before, after, touched.leaver);
  const told = new Telling(viewers);
  await tellRoles(work.db, workspaceId, told, viewers, before, after, touched);
  const changing = viewers.filter(group => group.before !== group.after);
  for (const group of changing) tellLost(told, workspaceId, group);
  tellGained(told, changing);
  for (const group of changing) tellKept(told, group);
  told.emit(work, workspaceId);
  tellGuests(work, workspaceId, before, after, touched.leaver);
  for (const { people, guests, before, after } of changing) {
    const rooms = guests ? placesOf : privateIds;
    if (people && rooms(before) !== rooms(after)) work.rightsChanged(people);
  }
  const staffChanges = [...minus(before.staff, after.staff), ...minus(after.staff, before.staff)];
  work.rightsChanged(staffChanges);
  if (staffChanges.length > 0 || openIds(before) !== openIds(after)) await tellWorkspace(work, workspaceId);
  return result;
}

/** Notifies guests when the owners, the coloured roles or the set of the members around them have changed. */
function tellGuests({ emit }: Work, workspaceId: string, before: Rights, after: Rights, leaver: string | undefined) {
  const roleIds = [...new Set([...before.roles.keys(), ...after.roles.keys()])];
  const changed = roleIds.filter(id => JSON.stringify(before.roles.get(id)) !== JSON.stringify(after.roles.get(id)));
  const holders = [before, after].flatMap(({ roles }) => changed.flatMap(id => roles.get(id)?.users ?? []));
  const owners = [...minus(before.owners, after.owners), ...minus(after.owners, before.owners)];
  const members = [...new Set([...holders, ...owners, ...(leaver ? [leaver] : [])])];
  const guests = new Set([...guestsAround(before, members), ...guestsAround(after, members)]);
  if (guests.size > 0) emit('updateGuests', { workspaceId }, to(...[...guests].map(rooms.user)));
}

const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>): string[] => [...a].filter(id => !b.has(id));
const privateIds = (seen: SeenChannels): string =>
  [...seen.values()].flatMap(channel => (channel.visibility === 'private' ? channel._id : [])).join();
/** Names the rooms of the channels that guests see. */
const placesOf = (seen: SeenChannels): string =>
  [...seen.values()].map(({ _id, visibility }) => `${_id} ${visibility === 'private'}`).join();
const openIds = ({ channels }: Rights): string =>
  channels.flatMap(channel => (channel.visibility === 'private' ? [] : channel._id)).join();

interface Said {
  name: EventName;
  payload: object;
  groups: Set<Viewers>;
}

/** Collects the events for groups of people; an event with the same payload for several groups is emitted once. */
class Telling {
  private readonly said = new Map<string, Said>();

  constructor(private readonly viewers: readonly Viewers[]) {}

  /**
   * Collects an event for a group.
   * @param words text that identifies the payload, when its JSON is long
   */
  say<N extends EventName>(
    group: Viewers,
    name: N,
    payload: EventPayload<N> & object,
    words = JSON.stringify(payload),
  ): void {
    const key = `${name} ${words}`;
    const said: Said = this.said.get(key) ?? { name, payload, groups: new Set() };
    this.said.set(key, said);
    said.groups.add(group);
  }

  emit({ emit }: Work, workspaceId: string): void {
    for (const { name, payload, groups } of this.said.values()) {
      emit(name, payload as never, this.targetOf(groups, rooms.workspace(workspaceId)));
    }
  }

  private targetOf(groups: ReadonlySet<Viewers>, everyone: string): Target {
    const all = [...groups].some(({ people }) => people === null);
    const roomsOf = (those: readonly Viewers[]) => those.flatMap(({ people }) => people ?? []).map(rooms.user);
    const members = this.viewers.filter(group => !group.guests);
    const named = roomsOf(members.filter(group => groups.has(group) !== all));
    const guests = roomsOf([...groups].filter(group => group.guests));
    if (!all) return to(...named, ...guests);
    return { rooms: [everyone, ...guests], ...(named.length > 0 && { except: named }) };
  }
}

/** Emits to each group the roles that changed in its view. */
async function tellRoles(
  db: Db,
  workspaceId: string,
  told: Telling,
  viewers: readonly Viewers[],
  before: Rights,
  after: Rights,
  touched: Touched,
): Promise<void> {
  const differ = (id: string) =>
    id === touched.role ||
    JSON.stringify(before.roles.get(id)) !== JSON.stringify(after.roles.get(id)) ||
    JSON.stringify(before.openers.get(id)) !== JSON.stringify(after.openers.get(id));
  const all = new Set([...before.roles.keys(), ...after.roles.keys()]);
  const moved = viewers.flatMap(({ before, after }) =>
    before === after ? [] : [...withoutThose(before, after), ...withoutThose(after, before)],
  );
  const channels = [...new Set(moved)];
  const shifted = channels.length > askedAtMost ? all : await readOpenersOfAny(db, workspaceId, channels);
  const ids = [...all].filter(id => differ(id) || shifted.has(id));
  const openings = await readOpenings(db, workspaceId, ids);
  const lists = new SeenLists();
  for (const id of ids) {
    const now = openings.get(id) ?? nothing;
    const was = id === touched.role ? (before.own ?? nothing) : asBefore(now, touched.channel, before.openers.get(id));
    const old = before.roles.get(id);
    const role = after.roles.get(id);
    const kept = JSON.stringify(old) === JSON.stringify(role);
    for (const group of viewers) {
      if (group.leave || group.guests) continue;
      if (!role) {
        told.say(group, 'deletedRole', { _id: id, workspaceId });
        continue;
      }
      const shown = seenAs(role, now, group.after, lists);
      const words = `${id} ${lists.numberOf(shown.visibleChannels)} ${lists.numberOf(shown.writableChannels)}`;
      if (!old) told.say(group, 'newRole', shown, words);
      else if (!kept || !sameLists(seenAs(old, was, group.before, lists), shown)) {
        told.say(group, 'updatedRole', shown, words);
      }
    }
  }
}

const nothing: RoleChannels = { visible: [], writable: [] };
/**
 * Largest number of gained or lost channels for which the roles that open them are looked up; beyond it, reading all
 * roles is faster.
 */
const askedAtMost = 50;
const withoutThose = (some: SeenChannels, others: SeenChannels): string[] =>
  [...some.keys()].filter(id => !others.has(id));

/** Rebuilds the channels that a role opened before the change, which may have touched one of its channels. */
function asBefore(
  now: RoleChannels,
  channel: string | undefined,
  opening: { visible: boolean; writable: boolean } | undefined,
): RoleChannels {
  if (channel === undefined) return now;
  const list = (ids: readonly string[], had = false) => {
    if (ids.includes(channel) === had) return ids;
    return had ? [...ids, channel].sort() : ids.filter(id => id !== channel);
  };
  return { visible: list(now.visible, opening?.visible), writable: list(now.writable, opening?.writable) };
}

/**
 * Cache of lists of channels as people see them. Many roles open the same channels and many people see the same ones:
 * equal lists are one array, so that they compare by reference.
 */
class SeenLists {
  private readonly made = new Map<SeenChannels, Map<readonly string[], string[]>>();
  private readonly known = new Map<string, string[]>();
  private readonly numbers = new Map<readonly string[], number>();

  in(seen: SeenChannels, list: readonly string[]): string[] {
    const mine = this.made.get(seen) ?? new Map<readonly string[], string[]>();
    this.made.set(seen, mine);
    const before = mine.get(list);
    if (before) return before;
    const shown = list.filter(id => seen.has(id));
    const words = shown.join();
    const one = this.known.get(words) ?? shown;
    this.known.set(words, one);
    this.numbers.set(one, this.numbers.get(one) ?? this.numbers.size);
    mine.set(list, one);
    return one;
  }

  numberOf(list: readonly string[]): number | undefined {
    return this.numbers.get(list);
  }
}

/** Returns a role in a group's view, with visible channels only. */
const seenAs = (role: HeldRole, { visible, writable }: RoleChannels, seen: SeenChannels, lists: SeenLists): Role => ({
  ...role,
  visibleChannels: lists.in(seen, visible),
  writableChannels: lists.in(seen, writable),
});

const sameLists = (one: Role, other: Role): boolean =>
  one.visibleChannels === other.visibleChannels && one.writableChannels === other.writableChannels;

function tellLost(told: Telling, workspaceId: string, group: Viewers): void {
  for (const { _id, visibility } of group.before.values()) {
    // A leaver gets an event for the workspace's deletion, and for each private channel: not everyone knows these.
    if (group.after.has(_id) || (group.leave && visibility !== 'private')) continue;
    told.say(group, 'deleteChannel', { _id, workspaceId });
  }
}

/**
 * Announces the channels that each group of viewers gains, by position: clients insert each at its position. All groups
 * are sorted together, since an event shared by two groups is sent with the first of them.
 */
function tellGained(told: Telling, changing: readonly Viewers[]): void {
  const gains = changing.flatMap(group =>
    [...group.after.values()].filter(({ _id }) => !group.before.has(_id)).map(channel => ({ group, channel })),
  );
  gains.sort((a, b) => a.channel.position - b.channel.position);
  for (const { group, channel } of gains) told.say(group, 'newChannel', channel);
}

function tellKept(told: Telling, group: Viewers): void {
  const places = [...group.before.keys()].filter(id => group.after.has(id));
  for (const { _id, position } of group.after.values()) if (!group.before.has(_id)) places.splice(position, 0, _id);
  const expected = new Map(places.map((id, position) => [id, position]));
  for (const [id, channel] of group.after) {
    const was = group.before.get(id);
    if (was && !same({ ...was, position: expected.get(id) ?? 0 }, channel)) told.say(group, 'updateChannel', channel);
  }
}

/**
 * Compares two versions of a channel by field. There may be hundreds, most of them equal or different in a single list.
 */
const same = (a: Channel, b: Channel): boolean =>
  (Object.keys(a) as (keyof Channel)[]).every(
    key => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]),
  );
