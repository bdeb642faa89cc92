import type { z } from 'zod';
import { channelEvents, channels } from './channels.ts';
import { conversationEvents, conversations } from './conversations.ts';
import { emoji, emojiEvents } from './emoji.ts';
import { files } from './files.ts';
import { gifs } from './gifs.ts';
import { invites } from './invites.ts';
import { members } from './members.ts';
import { messageEvents, messageSays, messages } from './messages.ts';
import { notificationEvents, notifications } from './notifications.ts';
import { pins } from './pins.ts';
import { presenceEvents, presenceMessages } from './presence.ts';
import { reactions } from './reactions.ts';
import { roleEvents, roles } from './roles.ts';
import { userEvents, users } from './users.ts';
import { workspaceEvents, workspaces } from './workspaces.ts';

/** Every endpoint of the wire, by feature. */
export const api = {
  users,
  workspaces,
  members,
  channels,
  conversations,
  roles,
  invites,
  messages,
  reactions,
  pins,
  notifications,
  files,
  emoji,
  gifs,
};

/** Every event the server sends, by feature. */
export const eventsOf = {
  users: userEvents,
  workspaces: workspaceEvents,
  channels: channelEvents,
  conversations: conversationEvents,
  roles: roleEvents,
  messages: messageEvents,
  notifications: notificationEvents,
  presence: presenceEvents,
  emoji: emojiEvents,
};

/** Every event the server sends. */
export const events = {
  ...eventsOf.users,
  ...eventsOf.workspaces,
  ...eventsOf.channels,
  ...eventsOf.conversations,
  ...eventsOf.roles,
  ...eventsOf.messages,
  ...eventsOf.notifications,
  ...eventsOf.presence,
  ...eventsOf.emoji,
};

/** Everything a client may say on its socket. */
export const clientMessages = { ...presenceMessages, ...messageSays };

/** What each feature is about. */
export const features: Record<keyof typeof api | 'presence', string> = {
  users: 'Accounts, sessions and people.',
  workspaces: 'Places where a team meets: discovering, joining, settings.',
  members: 'The people of a workspace: who is there, who is excluded.',
  channels: 'Public, protected and private rooms of a workspace.',
  conversations: 'What two people, or a few, say to each other outside workspaces.',
  roles: 'Ranked roles of a workspace: what they allow, which channels they open.',
  invites: 'Codes that let people into a workspace.',
  messages: 'What people write: posting, reading, catching up.',
  reactions: 'The emoji that people answer a message with.',
  pins: 'The messages that a place keeps at hand.',
  notifications: 'What concerns a person while they look elsewhere.',
  files: 'Avatars, logos and attachments.',
  gifs: 'GIFs of a provider, or Palabre’s own.',
  emoji: 'Emoji of a workspace’s own.',
  presence: 'Who is there, said on the socket.',
};

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>;

/** Events as Socket.IO types them, from the server. */
export type ServerToClient = { [N in EventName]: (payload: EventPayload<N>) => void };
