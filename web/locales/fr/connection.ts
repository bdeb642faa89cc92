/** Texts of the connection's banner. */
export const connection = {
  connecting: 'Connexion perdue. Nouvelle tentative…',
  /** With `what`: the page or part that the person waits for. */
  awaited: {
    connecting: 'Connexion perdue\u00a0: {{what}} dès qu’elle sera rétablie.',
    unreachable: 'Le serveur ne répond pas\u00a0: {{what}} dès qu’il sera de retour.',
    offline: 'Vous êtes hors ligne\u00a0: {{what}} dès le retour de la connexion.',
  },
  what: {
    settings: 'les paramètres s’ouvriront',
    discover: 'la page des workspaces s’ouvrira',
    invitation: 'l’invitation s’ouvrira',
    workspaceForm: 'la création de workspace s’ouvrira',
    channelForm: 'la création de salon s’ouvrira',
    reportForm: 'le signalement s’ouvrira',
    inbox: 'les notifications s’ouvriront',
    search: 'la recherche s’ouvrira',
    page: 'cette page s’ouvrira',
    asked: 'ce que vous avez demandé s’ouvrira',
  },
  catchingUp: 'De retour. Mise à jour des messages…',
  unreachable: 'Le serveur ne répond pas. Vos messages partiront dès qu’il sera de retour.',
  aside: 'Palabre est ouverte dans trop d’onglets\u00a0: revenez à celui-ci pour le remettre à jour.',
  offline: 'Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.',
};
