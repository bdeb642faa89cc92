import type { notifications as fr } from '../fr/notifications.ts';
import type { Translation } from '../translation.ts';

export const notifications: Translation<typeof fr> = {
  inbox: 'Inbox',
  inboxUnread_one: 'Inbox, {{count, number}} unread',
  inboxUnread_many: 'Inbox, {{count, number}} unread',
  inboxUnread_other: 'Inbox, {{count, number}} unread',
  unread: 'Unread',
  mentions: 'Mentions',
  noUnread: 'You’re all caught up! 🎉',
  noMention: 'No mention yet!',
  markOne: 'Mark as read',
  markAll: 'Mark all as read',
  isUnread: 'unread',
  files: 'Files.',
  loadFailed: 'Your notifications could not be loaded.',
  type: {
    mention: 'Mention',
    message: 'Message',
    invite: 'Invitation',
    society: 'Company',
    workspace: 'Workspace',
  },
};
