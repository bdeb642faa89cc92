/** Linking another account. */
export const linking = {
  title: 'Lier un compte',
  lead: 'Connectez-vous à votre autre compte\u00a0: vous passerez de l’un à l’autre sans mot de passe.',
  question: 'Pas maintenant\u202f?',
  back: 'Revenir à mes workspaces',
  email: 'E-mail de l’autre compte',
  password: 'Mot de passe de l’autre compte',
  submit: 'Lier ce compte',
  allRequired: 'Tous les champs doivent être remplis.',
  success: 'Compte lié avec succès !',
  failure: 'Erreur lors de la liaison de compte.',
};
