/** Threads: the one that is open, and the list of all. */
export const threads = {
  title: 'Fil',
  of: 'Fil {{name, de}}',
  ofDeleted: 'Fil d’un message supprimé',
  close: 'Fermer le fil',
  closeKey: 'Échap',
  follow: 'Suivre ce fil',
  leave: 'Ne plus suivre ce fil',
  toRoot: 'Voir le message dans {{place}}',
  field: 'Réponse dans le fil',
  placeholder: 'Répondre dans le fil',
  gone: 'Ce fil n’est plus là',
  goneText: 'Son message a été supprimé, ou vous ne pouvez plus le voir.',
  loadFailed: 'Le fil n’a pas pu être chargé.',
};
