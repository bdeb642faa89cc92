/** Names of the Socket.IO rooms. Who is in one is what the database says (see `rooms.store.ts`). */
export const rooms = {
  user: (id: string) => `user:${id}`,
  /** All members of a workspace: hears its public and protected channels. */
  workspace: (id: string) => `workspace:${id}`,
  /** Owners and holders of a creator role: hears what only they may see of the workspace. */
  staff: (id: string) => `staff:${id}`,
  /** Who may see a private channel. */
  channel: (id: string) => `channel:${id}`,
  /** All members of a society. */
  society: (id: string) => `society:${id}`,
  /** Its owners: hears what only they may see of it. */
  societyOwners: (id: string) => `society-owners:${id}`,
  /** Who asks to join it. */
  societyPending: (id: string) => `society-pending:${id}`,
  /** All who are connected. */
  everyone: 'everyone',
  /** The people of a conversation. */
  conversation: (id: string) => `conversation:${id}`,
};

/** Where an event goes: every socket in one of the rooms and in none of the excepted ones, once. */
export interface Target {
  rooms: string[];
  except?: string[];
}

/** To everyone in these rooms. */
export const to = (...names: string[]): Target => ({ rooms: names });

/** The room that hears a channel. */
export const channelRoom = (channel: { id: string; workspaceId: string; visibility: string }): string =>
  channel.visibility === 'private' ? rooms.channel(channel.id) : rooms.workspace(channel.workspaceId);
