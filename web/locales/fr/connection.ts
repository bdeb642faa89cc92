/** What the connection's banner says. */
export const connection = {
  connecting: 'Connexion perdue. Nouvelle tentative…',
  catchingUp: 'De retour. Mise à jour des messages…',
  offline: 'Vous êtes hors ligne. Vos messages partiront dès le retour de la connexion.',
};
