/** Words that several features use. */
export const common = {
  appName: 'Palabre',
  tagline: 'On se parle, on s’entend.',
  cancel: 'Annuler',
  save: 'Enregistrer',
  close: 'Fermer',
  retry: 'Réessayer',
  genericError: 'Une erreur est survenue',
  network: 'Impossible de joindre Palabre. Vérifiez votre connexion, puis réessayez.',
  newer: 'Palabre a été mis à jour. Finissez ce que vous écrivez, puis rechargez la page.',
  unavailable: 'Palabre redémarre. Réessayez dans un instant.',
  sessionExpired: 'Votre session a expiré. Reconnectez-vous.',
  members_one: '{{count, number}} membre',
  members_many: '{{count, number}} membres',
  members_other: '{{count, number}} membres',
};
