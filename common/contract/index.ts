import type { z } from 'zod';
import { boot } from './boot.ts';
import { conversationEvents, conversations } from './conversations.ts';
import { files } from './messages/files.ts';
import { gifs } from './messages/gifs.ts';
import { messageEvents, messages } from './messages/messages.ts';
import { pins } from './messages/pins.ts';
import { reactions } from './messages/reactions.ts';
import { scheduled, scheduledEvents } from './messages/scheduled.ts';
import { threadEvents, threads } from './messages/threads.ts';
import { messageSays } from './messages/typing.ts';
import { accounts } from './people/accounts.ts';
import { addresses } from './people/addresses.ts';
import { admissions } from './people/admissions.ts';
import { availability, availabilityEvents } from './people/availability.ts';
import { linkedAccountEvents, linkedAccounts } from './people/linked-accounts.ts';
import { otp } from './people/otp.ts';
import { personalData, personalDataEvents } from './people/personal-data.ts';
import { presenceEvents, presenceMessages } from './people/presence.ts';
import { registration } from './people/registration.ts';
import { socialLogin } from './people/social-login.ts';
import { userEvents, users } from './people/users.ts';
import { notificationEvents, notifications } from './reading/notifications.ts';
import { push } from './reading/push.ts';
import { search } from './reading/search.ts';
import { unread, unreadEvents } from './reading/unread.ts';
import { about } from './running/about.ts';
import { administration, administrationEvents } from './running/administration.ts';
import { announcementEvents, announcements } from './running/announcements.ts';
import { audit } from './running/audit.ts';
import { disconnection, disconnectionEvents } from './running/disconnection.ts';
import { overview } from './running/overview.ts';
import { reportEvents, reports } from './running/reports.ts';
import { settings, settingsEvents } from './running/settings.ts';
import { setup } from './running/setup.ts';
import { societies, societyEvents } from './societies.ts';
import { channelEvents, channels } from './workspaces/channels.ts';
import { emailInvites } from './workspaces/email-invites.ts';
import { emoji, emojiEvents } from './workspaces/emoji.ts';
import { guestEvents, guests } from './workspaces/guests.ts';
import { invites } from './workspaces/invites.ts';
import { members } from './workspaces/members.ts';
import { roleEvents, roles } from './workspaces/roles.ts';
import { workspaceReportEvents, workspaceReports } from './workspaces/workspace-reports.ts';
import { workspaceEvents, workspaces } from './workspaces/workspaces.ts';

/** All endpoints, by feature. */
export const api = {
  users,
  socialLogin,
  linkedAccounts,
  otp,
  registration,
  admissions,
  addresses,
  accounts,
  availability,
  personalData,
  workspaces,
  members,
  channels,
  conversations,
  roles,
  invites,
  emailInvites,
  workspaceReports,
  guests,
  messages,
  threads,
  scheduled,
  reactions,
  pins,
  notifications,
  push,
  unread,
  files,
  emoji,
  gifs,
  audit,
  societies,
  reports,
  administration,
  disconnection,
  overview,
  settings,
  announcements,
  setup,
  search,
  boot,
  about,
};

/** All events the server sends, by feature. */
export const eventsOf = {
  users: userEvents,
  availability: availabilityEvents,
  linkedAccounts: linkedAccountEvents,
  personalData: personalDataEvents,
  workspaces: workspaceEvents,
  channels: channelEvents,
  conversations: conversationEvents,
  roles: roleEvents,
  guests: guestEvents,
  messages: messageEvents,
  threads: threadEvents,
  scheduled: scheduledEvents,
  notifications: notificationEvents,
  unread: unreadEvents,
  presence: presenceEvents,
  emoji: emojiEvents,
  societies: societyEvents,
  reports: reportEvents,
  workspaceReports: workspaceReportEvents,
  administration: administrationEvents,
  disconnection: disconnectionEvents,
  settings: settingsEvents,
  announcements: announcementEvents,
};

/** All events the server sends, by name. */
export const events = {
  ...eventsOf.users,
  ...eventsOf.availability,
  ...eventsOf.linkedAccounts,
  ...eventsOf.personalData,
  ...eventsOf.workspaces,
  ...eventsOf.channels,
  ...eventsOf.conversations,
  ...eventsOf.roles,
  ...eventsOf.guests,
  ...eventsOf.messages,
  ...eventsOf.threads,
  ...eventsOf.scheduled,
  ...eventsOf.notifications,
  ...eventsOf.unread,
  ...eventsOf.presence,
  ...eventsOf.emoji,
  ...eventsOf.societies,
  ...eventsOf.reports,
  ...eventsOf.workspaceReports,
  ...eventsOf.administration,
  ...eventsOf.disconnection,
  ...eventsOf.settings,
  ...eventsOf.announcements,
};

/** All messages a client may send on its socket. */
export const clientMessages = { ...presenceMessages, ...messageSays };

/** Purpose of each feature, for the API's document. */
export const features: Record<keyof typeof api | 'presence', string> = {
  socialLogin: 'Logging in with Google, Facebook or another provider.',
  linkedAccounts: 'Accounts of the same person, and switching between them.',
  otp: 'Codes sent by e-mail: two-step sign-in, a new password.',
  registration: 'Who may register, as administrators choose.',
  admissions: 'Asking for an account where not everybody may register.',
  users: 'Signing in and out; people and their profiles.',
  addresses: 'Changing the address of an account, proven by a code mailed to the new one.',
  accounts: 'The caller’s own account: profile, password, two-step sign-in, sessions.',
  availability: 'Working hours, absences and quiet: who is off duty, and until when.',
  personalData: 'The export of a person’s own data.',
  workspaces: 'Places where a team meets: discovering, joining, settings.',
  members: 'Members of a workspace, kicks and bans.',
  channels: 'Public, protected and private rooms of a workspace.',
  conversations: 'Direct and group conversations, outside workspaces.',
  roles: 'Ranked roles of a workspace: the rights they give, the channels they open.',
  invites: 'Codes that let people into a workspace.',
  emailInvites: 'Invitations sent by e-mail, to people without an account too.',
  workspaceReports: 'Reports of messages of a workspace, which its owners handle.',
  guests: 'People from outside, let into some channels of a workspace until a day.',
  messages: 'Messages: posting, reading, catching up.',
  threads: 'Threads of replies under messages: reading, following.',
  scheduled: 'Messages that leave later, and reminders of messages.',
  reactions: 'Emoji reactions to messages.',
  pins: 'Pinned messages of a channel or conversation.',
  notifications: 'Notifications of a person: mentions, messages, invitations and the like.',
  push: 'Pushes to the browsers of a person’s devices (Web Push).',
  unread: 'The caller’s read position in each channel and conversation, and its notification level.',
  files: 'Avatars, logos and attachments.',
  gifs: 'GIFs from a provider, or Palabre’s own.',
  search: 'Searching messages and files.',
  boot: 'Everything a page needs at start, in one request.',
  emoji: 'Custom emoji of a workspace.',
  audit: 'The journal of administrative actions.',
  societies: 'Companies that people belong to: joining, owners, whitelist.',
  reports: 'Reports of people to administrators.',
  administration: 'Accounts and bans, for administrators.',
  disconnection: 'Disconnection: default hours, the charter, numbers of each month by society.',
  overview: 'What this Palabre holds, and how its server is, for administrators.',
  settings: 'Settings of the whole installation, as administrators choose them.',
  announcements: 'Announcements of administrators to everybody, until an end.',
  setup: 'First settings of an installation, asked of its first administrator.',
  presence: 'Presence of people, over the socket.',
  about: 'What Palabre is made with.',
};

/** Name of an event. */
export type EventName = keyof typeof events;
/** Payload of an event. */
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>;

/** Events from the server, in the form that Socket.IO's types take. */
export type ServerToClient = { [N in EventName]: (payload: EventPayload<N>) => void };
