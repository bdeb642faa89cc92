import { accountsFeature } from './features/accounts/accounts.feature.ts';
import { administrationFeature } from './features/administration/administration.feature.ts';
import { auditFeature } from './features/audit/audit.feature.ts';
import { bootFeature } from './features/boot/boot.feature.ts';
import { channelsFeature } from './features/channels/channels.feature.ts';
import { conversationsFeature } from './features/conversations/conversations.feature.ts';
import { emojiFeature } from './features/emoji/emoji.feature.ts';
import { filesFeature } from './features/files/files.feature.ts';
import { gifsFeature } from './features/gifs/gifs.feature.ts';
import { invitesFeature } from './features/invites/invites.feature.ts';
import { linkedAccountsFeature } from './features/linked-accounts/linked-accounts.feature.ts';
import { membersFeature } from './features/members/members.feature.ts';
import { mentionsFeature } from './features/mentions/mentions.feature.ts';
import { messagesFeature } from './features/messages/messages.feature.ts';
import { notificationsFeature } from './features/notifications/notifications.feature.ts';
import { otpFeature } from './features/otp/otp.feature.ts';
import { personalDataFeature } from './features/personal-data/personal-data.feature.ts';
import { pinsFeature } from './features/pins/pins.feature.ts';
import { presenceFeature } from './features/presence/presence.feature.ts';
import { reactionsFeature } from './features/reactions/reactions.feature.ts';
import { reportsFeature } from './features/reports/reports.feature.ts';
import { retentionFeature } from './features/retention/retention.feature.ts';
import { rolesFeature } from './features/roles/roles.feature.ts';
import { searchFeature } from './features/search/search.feature.ts';
import { socialLoginFeature } from './features/social-login/social-login.feature.ts';
import { societiesFeature } from './features/societies/societies.feature.ts';
import { unreadFeature } from './features/unread/unread.feature.ts';
import { usersFeature } from './features/users/users.feature.ts';
import { workspacesFeature } from './features/workspaces/workspaces.feature.ts';
import type { Feature } from './platform/feature.ts';

/** All features, in an order in which each finds what it builds on before it. */
export const features: readonly Feature[] = [
  auditFeature,
  presenceFeature,
  emojiFeature,
  filesFeature,
  usersFeature,
  otpFeature,
  linkedAccountsFeature,
  socialLoginFeature,
  accountsFeature,
  workspacesFeature,
  membersFeature,
  rolesFeature,
  channelsFeature,
  invitesFeature,
  societiesFeature,
  mentionsFeature,
  messagesFeature,
  conversationsFeature,
  reactionsFeature,
  pinsFeature,
  unreadFeature,
  notificationsFeature,
  reportsFeature,
  retentionFeature,
  gifsFeature,
  searchFeature,
  personalDataFeature,
  administrationFeature,
  bootFeature,
];
