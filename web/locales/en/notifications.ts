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
  noMention: 'No mentions yet!',
  markOne: 'Mark as read',
  markAll: 'Mark all as read',
  scheduled: 'Scheduled and reminders',
  reminder: 'You wanted to come back to this message.',
  reminderGone: 'You wanted to come back to a message that no longer exists, or that you can no longer read.',
  notSent: 'Your scheduled message was not sent: its text is kept in the list, with the reason.',
  isUnread: 'unread',
  inPlaceOf: '{{name}} mentions {{person}}, whom you stand in for',
  answered: '{{name}} replied to you',
  inThread: 'thread',
  files: 'Files.',
  loadFailed: 'Your notifications could not be loaded.',
};
