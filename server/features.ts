import { bootFeature } from './features/boot/boot.feature.ts';
import { conversationsFeature } from './features/conversations/conversations.feature.ts';
import { filesFeature } from './features/messages/files/files.feature.ts';
import { gifsFeature } from './features/messages/gifs/gifs.feature.ts';
import { mentionsFeature } from './features/messages/mentions/mentions.feature.ts';
import { messagesFeature } from './features/messages/messages/messages.feature.ts';
import { pinsFeature } from './features/messages/pins/pins.feature.ts';
import { reactionsFeature } from './features/messages/reactions/reactions.feature.ts';
import { retentionFeature } from './features/messages/retention/retention.feature.ts';
import { scheduledFeature } from './features/messages/scheduled/scheduled.feature.ts';
import { threadsFeature } from './features/messages/threads/threads.feature.ts';
import { timelineFeature } from './features/messages/timeline/timeline.feature.ts';
import { accountsFeature } from './features/people/accounts/accounts.feature.ts';
import { addressesFeature } from './features/people/addresses/addresses.feature.ts';
import { admissionsFeature } from './features/people/admissions/admissions.feature.ts';
import { availabilityFeature } from './features/people/availability/availability.feature.ts';
import { linkedAccountsFeature } from './features/people/linked-accounts/linked-accounts.feature.ts';
import { otpFeature } from './features/people/otp/otp.feature.ts';
import { personalDataFeature } from './features/people/personal-data/personal-data.feature.ts';
import { presenceFeature } from './features/people/presence/presence.feature.ts';
import { registrationFeature } from './features/people/registration/registration.feature.ts';
import { signInFeature } from './features/people/sign-in/sign-in.feature.ts';
import { socialLoginFeature } from './features/people/social-login/social-login.feature.ts';
import { usersFeature } from './features/people/users/users.feature.ts';
import { notificationsFeature } from './features/reading/notifications/notifications.feature.ts';
import { pushFeature } from './features/reading/push/push.feature.ts';
import { searchFeature } from './features/reading/search/search.feature.ts';
import { unreadFeature } from './features/reading/unread/unread.feature.ts';
import { aboutFeature } from './features/running/about/about.feature.ts';
import { administrationFeature } from './features/running/administration/administration.feature.ts';
import { announcementsFeature } from './features/running/announcements/announcements.feature.ts';
import { auditFeature } from './features/running/audit/audit.feature.ts';
import { backupsFeature } from './features/running/backups/backups.feature.ts';
import { disconnectionFeature } from './features/running/disconnection/disconnection.feature.ts';
import { overviewFeature } from './features/running/overview/overview.feature.ts';
import { reportsFeature } from './features/running/reports/reports.feature.ts';
import { settingsFeature } from './features/running/settings/settings.feature.ts';
import { setupFeature } from './features/running/setup/setup.feature.ts';
import { societiesFeature } from './features/societies/societies.feature.ts';
import { channelsFeature } from './features/workspaces/channels/channels.feature.ts';
import { emailInvitesFeature } from './features/workspaces/email-invites/email-invites.feature.ts';
import { emojiFeature } from './features/workspaces/emoji/emoji.feature.ts';
import { guestsFeature } from './features/workspaces/guests/guests.feature.ts';
import { invitesFeature } from './features/workspaces/invites/invites.feature.ts';
import { membersFeature } from './features/workspaces/members/members.feature.ts';
import { rolesFeature } from './features/workspaces/roles/roles.feature.ts';
import { workspaceReportsFeature } from './features/workspaces/workspace-reports/workspace-reports.feature.ts';
import { workspacesFeature } from './features/workspaces/workspaces/workspaces.feature.ts';
import type { Feature } from './platform/feature.ts';

/** Lists all features in the order of `tools/floors.ts`, so that each finds the services that it uses. */
export const features: readonly Feature[] = [
  auditFeature,
  settingsFeature,
  announcementsFeature,
  aboutFeature,
  unreadFeature,
  presenceFeature,
  usersFeature,
  availabilityFeature,
  registrationFeature,
  otpFeature,
  linkedAccountsFeature,
  socialLoginFeature,
  signInFeature,
  filesFeature,
  gifsFeature,
  timelineFeature,
  retentionFeature,
  emojiFeature,
  notificationsFeature,
  pushFeature,
  reportsFeature,
  admissionsFeature,
  conversationsFeature,
  guestsFeature,
  membersFeature,
  channelsFeature,
  rolesFeature,
  workspaceReportsFeature,
  emailInvitesFeature,
  invitesFeature,
  workspacesFeature,
  societiesFeature,
  disconnectionFeature,
  overviewFeature,
  reactionsFeature,
  pinsFeature,
  mentionsFeature,
  threadsFeature,
  scheduledFeature,
  messagesFeature,
  personalDataFeature,
  addressesFeature,
  accountsFeature,
  searchFeature,
  setupFeature,
  administrationFeature,
  backupsFeature,
  bootFeature,
];
