/** Disconnection: default hours, the charter, the numbers of each month. */
export const disconnection = {
  tab: 'Déconnexion',
  defaults: {
    heading: 'Horaires par défaut',
    hint: 'Ils valent pour qui n’en a pas choisi\u00a0: ceux de sa société d’abord, sinon ceux de cette installation. Chaque personne garde le dernier mot.',
    society: 'Société',
    everyone: 'Toute l’installation',
    none: 'Aucune société ne correspond.',
    on: 'Fixer des horaires par défaut',
    save: 'Appliquer les horaires par défaut',
    saved: 'Les horaires par défaut sont enregistrés.',
    failed: 'Les horaires par défaut n’ont pas pu être chargés.',
  },
  charter: {
    heading: 'Charte de déconnexion',
    hint: 'Chacun la lit dans son profil, près de ses horaires.',
    text: 'Texte de la charte',
    save: 'Enregistrer la charte',
    saved: 'La charte est enregistrée.',
    updated: 'Mise à jour le {{date}}.',
  },
  reports: {
    heading: 'Rapport du mois',
    hint: 'Des nombres par société, sans aucun nom\u00a0; un groupe de moins de dix personnes n’y figure pas.',
    month: 'Mois',
    list: 'Rapport par société',
    noSociety: 'Sans société',
    none: 'Aucun rapport encore\u00a0: il se fait quand un mois est fini, pour les groupes d’au moins dix personnes qui ont des horaires.',
    failed: 'Le rapport n’a pas pu être chargé.',
    people_one: '{{count, number}} personne',
    people_many: '{{count, number}} personnes',
    people_other: '{{count, number}} personnes',
    numbers:
      '{{people}} · {{share}}\u00a0% des messages écrits hors horaires ({{off}} sur {{messages}}) · urgents\u00a0: {{urgent}}',
  },
};
