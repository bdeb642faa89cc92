/** Proofs that a sensitive action asks for first: of the person's identity, or of their address. */
export const proofs = {
  cancel: 'Annuler',
  failedToLoad: 'Votre compte n’a pas pu être chargé.',
  identity: {
    title: 'Confirmez que c’est vous',
    lead: 'Ce changement touche à la sécurité de votre compte. Votre mot de passe montre qu’il vient bien de vous.',
    leadCode:
      'Ce changement touche à la sécurité de votre compte. Un code envoyé à votre adresse montre qu’il vient bien de vous.',
    password: 'Mot de passe',
    required: 'Tapez votre mot de passe.',
    confirm: 'Confirmer',
    wrong: 'Code incorrect ou expiré.',
  },
  address: {
    title: 'Confirmez votre adresse',
    titleFirst: 'Confirmez d’abord votre adresse',
    lead: 'Un code montre que cette adresse est bien la vôtre.',
    leadFirst:
      'Ce que vous demandez s’ouvre à votre adresse\u00a0: un code montre qu’elle est bien à vous. Le reste se fait ensuite tout seul.',
    confirm: 'Confirmer l’adresse',
    wrong: 'Code incorrect ou expiré.',
    done: 'Votre adresse est confirmée.',
  },
};
