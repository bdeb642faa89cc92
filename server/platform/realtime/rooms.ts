/** Names of the Socket.IO rooms. Their members come from the database (see `rooms.store.ts`). */
export const rooms = {
  user: (id: string) => `user:${id}`,
  /** Members of a workspace: hears its public and protected channels. */
  workspace: (id: string) => `workspace:${id}`,
  /** Owners and holders of a creator role: hears what only they may see of the workspace. */
  staff: (id: string) => `staff:${id}`,
  /** People who may see a private channel. */
  channel: (id: string) => `channel:${id}`,
  /** Members of a society. */
  society: (id: string) => `society:${id}`,
  /** Owners of a society: hears what only they may see of it. */
  societyOwners: (id: string) => `society-owners:${id}`,
  /** People who ask to join a society. */
  societyPending: (id: string) => `society-pending:${id}`,
  /** Everyone connected. */
  everyone: 'everyone',
  /** People of a conversation. */
  conversation: (id: string) => `conversation:${id}`,
};

/** Target of an event: every socket in one of the rooms and in none of the excepted ones, once. */
export interface Target {
  rooms: string[];
  except?: string[];
}

/** Targets everyone in these rooms. */
export const to = (...names: string[]): Target => ({ rooms: names });

/** Returns the room that hears a channel. */
export const channelRoom = (channel: { id: string; workspaceId: string; visibility: string }): string =>
  channel.visibility === 'private' ? rooms.channel(channel.id) : rooms.workspace(channel.workspaceId);
