/** Changing the address of an account. */
export const addresses = {
  change: 'Changer d’adresse…',
  title: 'Changer d’adresse',
  lead: 'Un code est envoyé à la nouvelle adresse, pour vérifier qu’elle est à vous. Vos autres sessions se ferment ensuite, et un e-mail le dit à l’adresse actuelle.',
  titleOf: 'Changer l’adresse {{name, de}}',
  leadOf:
    'Un code est envoyé à la nouvelle adresse\u00a0: cette personne le tape dans son profil, ou vous le donne. Ses sessions se ferment ensuite. Un e-mail lui dit tout cela à son adresse actuelle.',
  email: 'Nouvelle adresse',
  send: 'Envoyer le code',
  sent: 'Tapez le code reçu à {{email}}. Il est valable une heure.',
  sentOf:
    'Tapez ici le code reçu à {{email}} si cette personne vous le donne. Elle peut aussi le taper elle-même, pendant une heure.',
  code: 'Code à six chiffres',
  other: 'Choisir une autre adresse',
  wrong: 'Relisez le dernier code reçu, ou demandez-en un autre.',
  confirm: 'Changer l’adresse',
  cancel: 'Annuler',
  later: 'Fermer',
  waiting: 'Une adresse attend son code.',
  waitingText: '{{email}} deviendra la vôtre quand vous aurez tapé le code qui y est arrivé.',
  type: 'Taper le code',
  giveUp: 'Abandonner',
};
