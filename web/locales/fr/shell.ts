/** The frame around every page. */
export const shell = {
  skip: 'Aller au contenu',
  navigation: 'Navigation',
  search: 'Rechercher (Ctrl+K)',
  bar: 'Workspaces',
  home: 'Accueil',
  openPanel: 'Ouvrir le panneau',
  backToList: 'Retour à la liste',
  members: 'Membres',
  showMembers: 'Afficher les membres',
  hideMembers: 'Masquer les membres',
  workspaces: 'Workspaces',
  societies: 'Sociétés',
  ownSociety: 'Votre société',
  conversations: 'Conversations',
  conversationGone: 'La conversation «\u202f{{name}}\u202f» n’est plus accessible.',
  broken: {
    title: 'Cette page n’a pas pu s’afficher',
    text: 'Rien n’est perdu. Rechargez-la\u202f; si cela se reproduit, prévenez la personne qui administre Palabre.',
    reload: 'Recharger la page',
  },
  notFound: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse est peut-être incomplète, ou ce qu’elle montrait a été supprimé.',
    action: 'Retour aux workspaces',
  },
};
