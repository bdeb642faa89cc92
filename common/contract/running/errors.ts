import type { Failures } from '../failures.ts';

/** Failures of settings and announcements; `{n}` stands for the limit. */
export const runningErrors = {
  settings_changed: {
    status: 409,
    fr: 'Une autre personne vient de changer ces réglages. Relisez-les, puis recommencez.',
    en: 'Someone else has just changed these settings. Review them and try again.',
  },
  accent_contrast: {
    status: 400,
    fr: 'Cette couleur est trop claire\u00a0: le texte n’y serait pas lisible. Choisissez-en une plus foncée.',
    en: 'This colour is too light: text would not be readable on it. Choose a darker one.',
  },
  workspaces_by_administrators: {
    status: 403,
    fr: 'Ici, seule l’administration crée des workspaces. Écrivez-lui pour en avoir un.',
    en: 'Only administrators create workspaces here. Write to them to have one.',
  },
  societies_by_administrators: {
    status: 403,
    fr: 'Ici, seule l’administration crée des sociétés. Écrivez-lui pour en avoir une.',
    en: 'Only administrators create companies here. Write to them to have one.',
  },
  file_over_limit: {
    status: 413,
    fr: 'Ici, un fichier ne peut pas dépasser {n}\u00a0Mo.',
    en: 'A file cannot exceed {n}\u00a0MB here.',
  },
  backups_missing: {
    status: 409,
    fr: 'Aucun endroit n’est donné pour les sauvegardes\u00a0: BACKUP_DIR ou BACKUP_S3_URL, puis un redémarrage.',
    en: 'No place is given for backups: BACKUP_DIR or BACKUP_S3_URL, then a restart.',
  },
  announcements_full: {
    status: 409,
    fr: 'Trois annonces sont déjà affichées. Terminez-en une d’abord.',
    en: 'Three announcements are already shown. End one of them first.',
  },
  announcement_end: {
    status: 400,
    fr: 'Choisissez une fin à venir, dans l’année.',
    en: 'Choose an end in the future, within a year.',
  },
} as const satisfies Failures;
