/** Pinned messages of a place. */
export const pins = {
  title: 'Messages Épinglés',
  none: 'Aucun message épinglé',
  noneText: 'Épinglez un message pour que chacun le retrouve ici.',
  loadFailed: 'Les messages épinglés n’ont pas pu être chargés.',
  offline: 'Vous êtes hors ligne\u00a0: cette liste n’est peut-être plus à jour.',
  when: '{{day}}, {{time}}',
  moreFiles_one: '{{count, number}} autre fichier',
  moreFiles_many: '{{count, number}} autres fichiers',
  moreFiles_other: '{{count, number}} autres fichiers',
  pinned: 'Message épinglé',
  unpinned: 'Le message n’est plus épinglé',
};
