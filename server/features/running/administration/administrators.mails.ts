import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import { shown } from '../../../platform/mail/moment.ts';

const unexpected = {
  fr: 'Vous ne vous y attendiez pas\u202f? Parlez-en à cette personne, ou à une autre qui administre Palabre.',
  en: 'Did you not expect this? Speak to this person, or to another one who runs this Palabre.',
};

/** Mails to a person about an administrator's act on their account. */
const said = {
  made: {
    fr: {
      subject: 'Vous administrez maintenant Palabre',
      lead: 'Votre compte peut maintenant administrer Palabre\u00a0: voir tous les comptes, traiter les signalements, suspendre, bannir, et nommer d’autres personnes.',
    },
    en: {
      subject: 'You now run this Palabre',
      lead: 'Your account can now run this Palabre: see all accounts, handle reports, suspend, ban, and name other people.',
    },
  },
  ended: {
    fr: {
      subject: 'Vous n’administrez plus Palabre',
      lead: 'Le droit d’administrer Palabre vient d’être retiré à votre compte. Tout le reste est comme avant.',
    },
    en: {
      subject: 'You no longer run this Palabre',
      lead: 'The right to run this Palabre has just been taken from your account. Everything else is as before.',
    },
  },
  recoveryMailed: {
    fr: {
      subject: 'Un lien pour retrouver votre compte',
      lead: 'Ce lien vous laisse choisir un nouveau mot de passe. Il sert une fois, pendant une demi-heure.',
    },
    en: {
      subject: 'A link to get back into your account',
      lead: 'This link lets you choose a new password. It is good once, for half an hour.',
    },
  },
  recoveryGiven: {
    fr: {
      subject: 'Un lien de secours a été fait pour votre compte',
      lead: 'Une personne qui administre Palabre a fait un lien pour vous laisser choisir un nouveau mot de passe, et vous le donnera elle-même. Il sert une fois, pendant une demi-heure.',
    },
    en: {
      subject: 'A recovery link has been made for your account',
      lead: 'A person who runs this Palabre has made a link that lets you choose a new password, and will give it to you. It is good once, for half an hour.',
    },
  },
  sessions: {
    fr: {
      subject: 'Vos sessions ont été fermées',
      lead: 'Toutes vos sessions viennent d’être fermées, sur tous vos appareils. Reconnectez-vous pour continuer\u00a0: votre mot de passe n’a pas changé.',
    },
    en: {
      subject: 'Your sessions have been ended',
      lead: 'All of your sessions have just been ended, on all of your devices. Sign in again to go on: your password has not changed.',
    },
  },
} as const;

const withTwoStep = {
  fr: 'Il éteint aussi la double authentification\u00a0: vous pourrez la rétablir depuis «\u202fMon Profil\u202f».',
  en: 'It also turns two-step sign-in off: you can turn it on again from “My profile”.',
};
const choose = { fr: 'Choisir un nouveau mot de passe', en: 'Choose a new password' };

/** Kind of a mail about an administrator's act. */
export type SaidByAdministrator = keyof typeof said;

const words = {
  fr: { hello: (name: string) => `Bonjour ${name},`, facts: { by: 'Par', account: 'Compte', at: 'Le' } },
  en: { hello: (name: string) => `Hello ${name},`, facts: { by: 'By', account: 'Account', at: 'On' } },
};

/** Recipient of the mail, and the acting administrator. */
export interface Told {
  email: string;
  firstName: string;
  language: Language;
  zone: string | null;
  /** Name of the administrator. */
  by: string;
}

/**
 * Writes the mail that informs a person of an administrator's act on their account.
 * @param path path of a link in the mail
 * @param twoStep whether that link also turns two-step off
 */
export function administratorLetter(
  what: SaidByAdministrator,
  told: Told,
  at: Date,
  { path, twoStep = false }: { path?: string; twoStep?: boolean } = {},
): Letter {
  const { email, firstName, language, zone, by } = told;
  const { subject, lead } = said[what][language];
  const { hello, facts } = words[language];
  return {
    ...{ language, subject, title: subject },
    paragraphs: [hello(firstName), lead, ...(twoStep ? [withTwoStep[language]] : [])],
    ...(path !== undefined && { action: { label: choose[language], path } }),
    facts: [
      [facts.by, by],
      [facts.account, email],
      [facts.at, shown(at, language, zone)],
    ],
    closing: [unexpected[language]],
  };
}
