/** The inbox: what was addressed to one while one was elsewhere. */
export const notifications = {
  inbox: 'Boîte de réception',
  inboxUnread_one: 'Boîte de réception, {{count, number}} non lue',
  inboxUnread_many: 'Boîte de réception, {{count, number}} non lues',
  inboxUnread_other: 'Boîte de réception, {{count, number}} non lues',
  unread: 'Non lues',
  mentions: 'Mentions',
  noUnread: 'Vous avez tout lu ! 🎉',
  noMention: 'Aucune mention pour le moment !',
  markOne: 'Marquer comme lu',
  markAll: 'Tout marquer comme lu',
  scheduled: 'Programmés et rappels',
  isUnread: 'non lue',
  answered: '{{name}} vous a répondu',
  inThread: 'fil',
  files: 'Des fichiers.',
  loadFailed: 'Vos notifications n’ont pas pu être chargées.',
};
