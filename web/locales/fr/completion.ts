/** What the composer proposes while one types; fetched with the list. */
export const completion = {
  list: 'Propositions',
  everyone: 'tous',
  everyoneDetail: 'Tout le monde ici',
  guest: 'Invité',
  role: 'Rôle',
};
