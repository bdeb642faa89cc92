/** Completions in the composer; fetched with their list. */
export const completion = {
  list: 'Propositions',
  everyone: 'tous',
  everyoneDetail: 'Tout le monde ici',
  guest: 'Invité',
  role: 'Rôle',
};
