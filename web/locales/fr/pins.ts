/** Messages that a place keeps at hand. */
export const pins = {
  title: 'Messages Épinglés',
  none: 'Aucun message épinglé',
  noneText: 'Épinglez un message pour que chacun le retrouve ici.',
  loadFailed: 'Les messages épinglés n’ont pas pu être chargés.',
  offline: 'Vous êtes hors ligne\u00a0: cette liste n’est peut-être plus à jour.',
  when: '{{day}}, {{time}}',
  pinned: 'Message épinglé',
  unpinned: 'Le message n’est plus épinglé',
};
