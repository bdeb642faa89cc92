import type { unread as french } from '../fr/unread.ts';
import type { Translation } from '../translation.ts';

export const unread: Translation<typeof french> = {
  unread: 'unread',
  mentions_one: '{{count, number}} mention',
  mentions_many: '{{count, number}} mentions',
  mentions_other: '{{count, number}} mentions',
  messages_one: '{{count, number}} unread message',
  messages_many: '{{count, number}} unread messages',
  messages_other: '{{count, number}} unread messages',
  threads: 'unread threads',
  muted: 'muted',
  draft: 'draft',
  markRead: 'Mark as read',
  markReadKey: 'Esc',
  hear: 'Notify me about',
  level: { all: 'All messages', mentions: 'Mentions only', nothing: 'Nothing, not even mentions' },
  mute: 'Mute',
  unmute: 'Unmute',
  undo: 'Undo',
  markedUnread: 'Marked as unread from here.',
};
