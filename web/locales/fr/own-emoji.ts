/** The emoji of a workspace, in its settings; fetched with them. */
export const ownEmoji = {
  heading: 'Emojis du serveur',
  lead: 'Écrits :nom: dans les messages et proposés par le sélecteur d’emojis. PNG, WebP ou GIF, 256\u00a0Ko au plus.',
  empty: 'Aucun emoji pour l’instant. Ajoutez le premier\u00a0: un logo, une mascotte, un clin d’œil d’équipe.',
  picture: 'Choisir une image',
  otherPicture: 'Changer d’image',
  name: 'Nom',
  nameHint: 'Lettres sans accent, chiffres, «\u202f_\u202f», «\u202f+\u202f» ou «\u202f-\u202f»',
  nameWrong:
    'Ce nom doit avoir de 2 à 30 lettres sans accent, chiffres, «\u202f_\u202f», «\u202f+\u202f» ou «\u202f-\u202f».',
  add: 'Ajouter',
  remove: 'Supprimer {{name}}',
  sure: 'Supprimer {{name}}\u202f?',
  sureText: 'Là où il est écrit, on lira son nom.',
  confirm: 'Supprimer',
  list: 'Emojis du serveur',
  count: '{{count}} sur {{most}}',
  failed: 'Les emojis n’ont pas pu être chargés.',
};
