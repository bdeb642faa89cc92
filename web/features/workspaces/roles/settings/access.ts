import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import { type Opening, opened } from '@palabre/common/permissions/role-channels.ts';
import type { RoleChange } from '../../structure/open/roles.queries.ts';
import type { Flags } from './PermissionSwitches.tsx';

/** What a person changes of a role: only that, so that it adds to what others change of it meanwhile. */
export interface Draft {
  flags: Partial<Flags>;
  /** By channel. */
  visible: ReadonlyMap<string, boolean>;
  writable: ReadonlyMap<string, boolean>;
  /** By person: given to them, or taken from them. */
  users: ReadonlyMap<string, boolean>;
}

export const noChange: Draft = { flags: {}, visible: new Map(), writable: new Map(), users: new Map() };

/** The changes with one more; what comes back to what the role has is no change. */
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

/** The role as it will be once the draft is saved. */
export const preview = (role: Role, draft: Draft): Role => ({
  ...role,
  ...draft.flags,
  visibleChannels: applied(role.visibleChannels, draft.visible),
  writableChannels: applied(role.writableChannels, draft.writable),
  users: applied(role.users, draft.users),
});

export function setFlag(role: Role, draft: Draft, flag: keyof Flags, on: boolean): Draft {
  const { [flag]: _old, ...others } = draft.flags;
  return { ...draft, flags: role[flag] === on ? others : { ...others, [flag]: on } };
}

export const setUser = (role: Role, draft: Draft, id: string, on: boolean): Draft => ({
  ...draft,
  users: withOne(draft.users, role.users, id, on),
});

/** One of the two is chosen of a channel: the other follows. */
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

export const setVisible = (role: Role, draft: Draft, channel: Channel, on: boolean): Draft =>
  setOpening(role, draft, channel, 'visible', on);

export const setWritable = (role: Role, draft: Draft, channel: Channel, on: boolean): Draft =>
  setOpening(role, draft, channel, 'writable', on);

/** What is sent: the parts that the draft changes, on what the role is now; null when it changes nothing. */
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

/** Whether anything but its rank is different. */
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
