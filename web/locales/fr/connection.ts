/** What the connection's banner says. */
export const connection = {
  connecting: 'Connexion perdue. Nouvelle tentative…',
  catchingUp: 'De retour. Mise à jour des messages…',
  unreachable: 'Le serveur ne répond pas. Vos messages partiront dès qu’il sera de retour.',
  offline: 'Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.',
};
