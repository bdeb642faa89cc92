/** /home: first steps, and recent places. */
export const home = {
  title: 'Accueil',
  day: 'Bonjour {{name}}',
  evening: 'Bonsoir {{name}}',
  lead: 'Reprenez où vous en étiez.',
  leadGuest: 'Aucun salon ne vous est ouvert pour l’instant. La personne qui vous a invité peut vous en ouvrir un.',
  leadNew: 'Bienvenue sous l’arbre. Voici par où commencer.',
  waiting: 'À lire',
  unread: 'Non lus',
  twoStep: {
    title: 'Double authentification à terminer.',
    text: 'Elle protégera votre compte dès que vous aurez tapé le code envoyé par e-mail.',
    action: 'Terminer',
  },
  markAll: 'Tout marquer comme lu',
  places: 'Reprendre',
  workspaces: 'Vos workspaces',
  draft: 'Brouillon\u00a0:',
  conversation: 'Conversation',
  begin: 'Pour commencer',
  more: 'Aller plus loin',
  steps: {
    code: { title: 'J’ai un code d’invitation', text: 'Il ouvre le workspace de votre équipe.' },
    discover: { title: 'Découvrir les workspaces', text: 'Ceux que tout le monde peut rejoindre.' },
    create: { title: 'Créer un workspace', text: 'Des salons pour votre équipe, en un instant.' },
    talk: { title: 'Écrire à quelqu’un', text: 'Une conversation à deux, ou à plusieurs.' },
  },
};
