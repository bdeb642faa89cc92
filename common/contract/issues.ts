/**
 * Problems that one input field can have (`issues` of an `invalid_input` failure), in both languages. A schema's checks
 * use a code of this list as their message; `{n}` stands for the limit.
 */
export const issues = {
  required: { fr: 'Ce champ est requis.', en: 'This field is required.' },
  wrong_type: { fr: 'Cette valeur n’est pas du type attendu.', en: 'This value is not of the expected type.' },
  wrong_format: { fr: 'Cette valeur n’a pas la forme attendue.', en: 'This value is not in the expected format.' },
  too_short: { fr: 'Il faut au moins {n} caractères.', en: 'At least {n} characters are needed.' },
  too_long: { fr: 'Il faut au plus {n} caractères.', en: 'At most {n} characters are allowed.' },
  empty: { fr: 'Il faut au moins un élément.', en: 'At least one item is needed.' },
  too_few: { fr: 'Il faut au moins {n} éléments.', en: 'At least {n} items are needed.' },
  too_many: { fr: 'Il faut au plus {n} éléments.', en: 'At most {n} items are allowed.' },
  too_small: { fr: 'Il faut au moins {n}.', en: 'It must be at least {n}.' },
  too_big: { fr: 'Il faut au plus {n}.', en: 'It must be at most {n}.' },
  characters: {
    fr: 'Ce texte contient des caractères interdits.',
    en: 'This text contains characters that are not allowed.',
  },
  line: {
    fr: 'Ce texte contient un retour à la ligne, un caractère de commande ou un changement de sens de lecture.',
    en: 'This text contains a line break, a control character or a change of reading direction.',
  },
  email: { fr: 'Veuillez entrer une adresse e-mail valide', en: 'Please enter a valid e-mail address' },
  hour: { fr: 'Indiquez une heure comme 09:00.', en: 'Enter a time such as 09:00.' },
  week: {
    fr: 'Choisissez au moins un jour de travail\u00a0; une journée ne finit pas à l’heure où elle commence.',
    en: 'Choose at least one working day; a day cannot end at the time it begins.',
  },
  days: { fr: 'Le dernier jour vient avant le premier.', en: 'The last day comes before the first.' },
  linkedin_link: { fr: 'Veuillez entrer un lien LinkedIn valide.', en: 'Please enter a valid LinkedIn link.' },
  github_link: { fr: 'Veuillez entrer un lien GitHub valide.', en: 'Please enter a valid GitHub link.' },
  link: {
    fr: 'Indiquez une adresse qui commence par https:// ou mailto:.',
    en: 'Enter an address that begins with https:// or mailto:.',
  },
  one_emoji: { fr: 'Choisissez un seul emoji.', en: 'Choose a single emoji.' },
  password_short: {
    fr: 'Le mot de passe doit contenir au moins 8 caractères',
    en: 'The password must be at least 8 characters long',
  },
  password_common: {
    fr: 'Ce mot de passe est trop courant\u00a0: choisissez-en un que personne ne devinerait.',
    en: 'This password is too common: choose one that nobody would guess.',
  },
  password_names: {
    fr: 'Ce mot de passe est fait de votre nom ou de celui de ce lieu\u00a0: choisissez-en un que personne ne devinerait.',
    en: 'This password is made of your name or of the name of this place: choose one that nobody would guess.',
  },
  password_breached: {
    fr: 'Ce mot de passe figure dans une fuite de données\u00a0: choisissez-en un autre, et changez-le partout où il sert.',
    en: 'This password is known from a data breach: choose another one, and change it wherever it is used.',
  },
} as const satisfies Record<string, { fr: string; en: string }>;

/** Code of a problem with an input field. */
export type IssueCode = keyof typeof issues;
