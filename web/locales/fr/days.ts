/** Going to another day of a place. */
export const days = {
  title: 'Aller à une date',
  usual: 'Dates courantes',
  today: 'Aujourd’hui',
  yesterday: 'Hier',
  lastWeek: 'La semaine dernière',
  lastMonth: 'Le mois dernier',
  beginning: 'Le tout début',
};
