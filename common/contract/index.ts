import type { z } from 'zod';
import { boot } from './boot.ts';
import { conversationEvents, conversations } from './conversations.ts';
import { files } from './messages/files.ts';
import { gifs } from './messages/gifs.ts';
import { messageEvents, messageSays, messages } from './messages/messages.ts';
import { pins } from './messages/pins.ts';
import { reactions } from './messages/reactions.ts';
import { accounts } from './people/accounts.ts';
import { linkedAccountEvents, linkedAccounts } from './people/linked-accounts.ts';
import { otp } from './people/otp.ts';
import { personalData, personalDataEvents } from './people/personal-data.ts';
import { presenceEvents, presenceMessages } from './people/presence.ts';
import { socialLogin } from './people/social-login.ts';
import { userEvents, users } from './people/users.ts';
import { notificationEvents, notifications } from './reading/notifications.ts';
import { search } from './reading/search.ts';
import { unread, unreadEvents } from './reading/unread.ts';
import { administration, administrationEvents } from './running/administration.ts';
import { audit } from './running/audit.ts';
import { reportEvents, reports } from './running/reports.ts';
import { societies, societyEvents } from './societies.ts';
import { channelEvents, channels } from './workspaces/channels.ts';
import { emoji, emojiEvents } from './workspaces/emoji.ts';
import { invites } from './workspaces/invites.ts';
import { members } from './workspaces/members.ts';
import { roleEvents, roles } from './workspaces/roles.ts';
import { workspaceEvents, workspaces } from './workspaces/workspaces.ts';

/** Every endpoint of the wire, by feature. */
export const api = {
  users,
  socialLogin,
  linkedAccounts,
  otp,
  accounts,
  personalData,
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
  unread,
  files,
  emoji,
  gifs,
  audit,
  societies,
  reports,
  administration,
  search,
  boot,
};

/** Every event the server sends, by feature. */
export const eventsOf = {
  users: userEvents,
  linkedAccounts: linkedAccountEvents,
  personalData: personalDataEvents,
  workspaces: workspaceEvents,
  channels: channelEvents,
  conversations: conversationEvents,
  roles: roleEvents,
  messages: messageEvents,
  notifications: notificationEvents,
  unread: unreadEvents,
  presence: presenceEvents,
  emoji: emojiEvents,
  societies: societyEvents,
  reports: reportEvents,
  administration: administrationEvents,
};

/** Every event the server sends. */
export const events = {
  ...eventsOf.users,
  ...eventsOf.linkedAccounts,
  ...eventsOf.personalData,
  ...eventsOf.workspaces,
  ...eventsOf.channels,
  ...eventsOf.conversations,
  ...eventsOf.roles,
  ...eventsOf.messages,
  ...eventsOf.notifications,
  ...eventsOf.unread,
  ...eventsOf.presence,
  ...eventsOf.emoji,
  ...eventsOf.societies,
  ...eventsOf.reports,
  ...eventsOf.administration,
};

/** Everything a client may say on its socket. */
export const clientMessages = { ...presenceMessages, ...messageSays };

/** What each feature is about. */
export const features: Record<keyof typeof api | 'presence', string> = {
  socialLogin: 'Logging in by Google, Facebook or another provider.',
  linkedAccounts: 'The other accounts of one person, and going from one to the other.',
  otp: 'Codes sent by e-mail: two-step sign-in, a new password.',
  users: 'Signing in and out, and people.',
  accounts: 'One’s own account: profile, password, two-step, the list of one’s sessions.',
  personalData: 'What Palabre knows of a person, given to them.',
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
  unread: 'How far one has read each place, and what one wants to hear of it.',
  files: 'Avatars, logos and attachments.',
  gifs: 'GIFs of a provider, or Palabre’s own.',
  search: 'Finding what was said.',
  boot: 'What a page shows first, in one request.',
  emoji: 'Emoji of a workspace’s own.',
  audit: 'The journal of what those who run a place did.',
  societies: 'Companies that people belong to: joining, owners, who is let in.',
  reports: 'What people tell administrators of each other.',
  administration: 'Everyone, and who is banned, for administrators.',
  presence: 'Who is there, said on the socket.',
};

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>;

/** Events as Socket.IO types them, from the server. */
export type ServerToClient = { [N in EventName]: (payload: EventPayload<N>) => void };
