/** Entering a workspace with a code or a link. */
export const invites = {
  prompt: {
    title: 'Rejoindre un Workspace',
    label: 'Code d’invitation',
    placeholder: 'ABCD1234',
    join: 'Rejoindre',
    cancel: 'Annuler',
    required: "Veuillez entrer un code d'invitation !",
  },
  joined: 'Vous avez rejoint le workspace avec succès !',
  failedTitle: 'Erreur',
  failed: "Impossible de rejoindre le workspace. Vérifiez le code d'invitation.",
  page: {
    title: 'Invitation',
    joining: 'Nous vous ouvrons la porte…',
    otherCode: 'Entrer un autre code',
    toWorkspaces: 'Aller aux workspaces',
  },
};
