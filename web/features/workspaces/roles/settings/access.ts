import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { type Opening, opened } from '@palabre/common/permissions/role-channels.ts';
import type { RoleChange } from '../../structure/open/roles.queries.ts';
import type { Flags } from './PermissionSwitches.tsx';

/** Pending changes of a role: differences only, so that they merge with other users' changes. */
export interface Draft {
  flags: Partial<Flags>;
  /** By channel id. */
  visible: ReadonlyMap<string, boolean>;
  writable: ReadonlyMap<string, boolean>;
  /** By user id: true gives the role, false takes it. */
  users: ReadonlyMap<string, boolean>;
}

/** Draft without any change. */
export const noChange: Draft = { flags: {}, visible: new Map(), writable: new Map(), users: new Map() };

/** Adds a change to a map; a change back to the saved value removes its entry. */
function withOne(changes: ReadonlyMap<string, boolean>, ids: readonly string[], id: string, on: boolean) {
  const next = new Map(changes);
  if (ids.includes(id) === on) next.delete(id);
  else next.set(id, on);
  return next;
}

const applied = (ids: readonly string[], changes: ReadonlyMap<string, boolean>): string[] => [
  ...ids.filter(id => changes.get(id) !== false),
  ...[...changes].filter(([id, on]) => on && !ids.includes(id)).map(([id]) => id),
];

/** Returns the role as saving the draft would make it. */
export const preview = (role: Role, draft: Draft): Role => ({
  ...role,
  ...draft.flags,
  visibleChannels: applied(role.visibleChannels, draft.visible),
  writableChannels: applied(role.writableChannels, draft.writable),
  users: applied(role.users, draft.users),
});

/** Sets a boolean right in the draft. */
export function setFlag(role: Role, draft: Draft, flag: keyof Flags, on: boolean): Draft {
  const { [flag]: _old, ...others } = draft.flags;
  return { ...draft, flags: role[flag] === on ? others : { ...others, [flag]: on } };
}

/** Gives the role to a user, or takes it, in the draft. */
export const setUser = (role: Role, draft: Draft, id: string, on: boolean): Draft => ({
  ...draft,
  users: withOne(draft.users, role.users, id, on),
});

/** Sets seeing or writing in a channel; the other follows where it must. */
function setOpening(role: Role, draft: Draft, channel: Channel, chosen: keyof Opening, on: boolean): Draft {
  const { _id: id, visibility } = channel;
  const { visibleChannels, writableChannels } = preview(role, draft);
  const now = { visible: visibleChannels.includes(id), writable: writableChannels.includes(id) };
  const { visible, writable } = opened(visibility, { ...now, [chosen]: on }, chosen);
  return {
    ...draft,
    visible: withOne(draft.visible, role.visibleChannels, id, visible),
    writable: withOne(draft.writable, role.writableChannels, id, writable),
  };
}

/** Sets whether the role sees a channel, in the draft. */
export const setVisible = (role: Role, draft: Draft, channel: Channel, on: boolean): Draft =>
  setOpening(role, draft, channel, 'visible', on);

/** Sets whether the role writes in a channel, in the draft. */
export const setWritable = (role: Role, draft: Draft, channel: Channel, on: boolean): Draft =>
  setOpening(role, draft, channel, 'writable', on);

/** Returns the request's body: the draft's changes merged into the current role; null without any. */
export function changeOf(role: Role, draft: Draft): RoleChange | null {
  const { visibleChannels, writableChannels, users } = preview(role, draft);
  const channels = draft.visible.size + draft.writable.size > 0;
  const change: RoleChange = {
    ...draft.flags,
    ...(channels && { visibleChannels, writableChannels }),
    ...(draft.users.size > 0 && { users }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Tells whether two versions of a role differ in anything but rank. */
export function differs(a: Role, b: Role): boolean {
  const sameIds = (x: readonly string[], y: readonly string[]) =>
    x.length === y.length && x.every(id => y.includes(id));
  return !(
    a.name === b.name &&
    a.color === b.color &&
    a.addChannels === b.addChannels &&
    a.canKick === b.canKick &&
    a.creator === b.creator &&
    sameIds(a.users, b.users) &&
    sameIds(a.visibleChannels, b.visibleChannels) &&
    sameIds(a.writableChannels, b.writableChannels)
  );
}
