/** Names of the Socket.IO rooms. Their members come from the database (see `rooms.store.ts`). */
export const rooms = {
  user: (id: string) => `user:${id}`,
  /** Members of a workspace: receives events of its public and protected channels. */
  workspace: (id: string) => `workspace:${id}`,
  /** Owners and holders of a creator role: receives events of the workspace that only they may see. */
  staff: (id: string) => `staff:${id}`,
  /** People who may see a private channel. */
  channel: (id: string) => `channel:${id}`,
  /** Members of a society. */
  society: (id: string) => `society:${id}`,
  /** Owners of a society: receives events of it that only they may see. */
  societyOwners: (id: string) => `society-owners:${id}`,
  /** People who ask to join a society. */
  societyPending: (id: string) => `society-pending:${id}`,
  /** Everyone connected except guests. */
  everyone: 'everyone',
  /** Guests of all workspaces. */
  allGuests: 'all-guests',
  /** Guests of a workspace. */
  guestsOf: (workspaceId: string) => `guests-of:${workspaceId}`,
  /** Guests who are let into a channel. */
  guestsIn: (channelId: string) => `guests-in:${channelId}`,
  /** People of a conversation. */
  conversation: (id: string) => `conversation:${id}`,
};

/** Target of an event: every socket in one of the rooms and in none of the excepted ones, once. */
export interface Target {
  rooms: string[];
  except?: string[];
}

/** Lists the rooms in a text, separated by spaces: a place open to guests has two. */
export const roomsNamed = (text: string): string[] => text.split(' ');

/** Targets everyone in these rooms. */
export const to = (...names: string[]): Target => ({ rooms: names.flatMap(roomsNamed) });

/**
 * Returns the room that receives a channel's events. Guests are in the room of a private channel like others who see
 * it; they are in no room of the workspace, so any other channel open to guests has a room of guests beside it.
 */
export const channelRoom = (channel: {
  id: string;
  workspaceId: string;
  visibility: string;
  hasGuests?: boolean;
}): string => {
  if (channel.visibility === 'private') return rooms.channel(channel.id);
  const members = rooms.workspace(channel.workspaceId);
  return channel.hasGuests ? `${members} ${rooms.guestsIn(channel.id)}` : members;
};
