/** What the connection's banner says. */
export const connection = {
  connecting: 'Connexion perdue. Nouvelle tentative…',
  catchingUp: 'De retour. Mise à jour des messages…',
  unreachable: 'Le serveur ne répond pas. Vos messages partiront dès qu’il sera de retour.',
  aside: 'Palabre est ouverte dans trop d’onglets\u00a0: revenez à celui-ci pour le remettre à jour.',
  offline: 'Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.',
};
