/** What is unread, and what one wants to hear of a place. */
export const unread = {
  unread: 'non lu',
  mentions_one: '{{count, number}} mention',
  mentions_many: '{{count, number}} mentions',
  mentions_other: '{{count, number}} mentions',
  messages_one: '{{count, number}} message non lu',
  messages_many: '{{count, number}} messages non lus',
  messages_other: '{{count, number}} messages non lus',
  muted: 'en sourdine',
  markRead: 'Marquer comme lu',
  markReadKey: 'Échap',
  hear: 'Me signaler',
  level: { all: 'Tous les messages', mentions: 'Les mentions seulement', nothing: 'Rien' },
  mute: 'Mettre en sourdine',
  unmute: 'Remettre le son',
  markedUnread: 'Marqué comme non lu à partir d’ici.',
};
