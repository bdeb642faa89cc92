/** The emoji under a message. */
export const reactions = {
  label: 'Réactions',
  add: 'Ajouter une réaction',
  one: '{{reaction}}\u00a0: {{who}}',
  people_one: '{{count, number}} personne',
  people_many: '{{count, number}} personnes',
  people_other: '{{count, number}} personnes',
  you: 'vous',
  others_one: '{{count, number}} autre personne',
  others_many: '{{count, number}} autres personnes',
  others_other: '{{count, number}} autres personnes',
};
