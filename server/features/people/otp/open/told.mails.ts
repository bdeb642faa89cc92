import type { Language } from '../../../../platform/http/errors.ts';
import type { Letter } from '../../../../platform/mail/letter.ts';
import type { Db } from '../../../../platform/postgres/db.ts';
import type { Services } from '../../../../platform/services.ts';
import type { From } from '../../../../platform/sessions/session.ts';
import { type About, letterOf } from '../otp.mails.ts';
import { readAddressee } from '../otp.store.ts';

const stolen = {
  fr: 'Ce n’était pas vous\u202f? Quelqu’un utilise votre session\u00a0: choisissez un nouveau mot de passe, ce qui ferme toutes vos sessions, puis défaites ce changement depuis «\u202fMon Profil\u202f».',
  en: 'Was it not you? Someone is using your session: choose a new password, which closes all of your sessions, then undo this change from “My profile”.',
};
const [mine, yours] = [
  { fr: 'vous, depuis votre session', en: 'you, from your session' },
  { fr: 'quelqu’un qui a reçu un code à cette adresse', en: 'someone who received a code at this address' },
];

/** Mails to the owner of an account, whoever acted: every lasting change, and codes once a daily limit is reached. */
const told = {
  passwordReset: {
    fr: {
      subject: 'Votre mot de passe a été changé',
      lead: 'Le mot de passe de votre compte vient d’être changé, et toutes vos sessions ont été fermées.',
      asked: yours.fr,
      closing: [
        'Ce n’était pas vous\u202f? Quelqu’un lit vos e-mails\u00a0: reprenez d’abord votre boîte, puis choisissez un nouveau mot de passe.',
      ],
    },
    en: {
      subject: 'Your password has been changed',
      lead: 'The password of your account has just been changed, and all of your sessions have been closed.',
      asked: yours.en,
      closing: [
        'Was it not you? Someone reads your e-mails: take your mailbox back first, then choose a new password.',
      ],
    },
  },
  passwordRecovered: {
    fr: {
      subject: 'Votre mot de passe a été changé par un lien de secours',
      lead: 'Le mot de passe de votre compte vient d’être changé, et toutes vos sessions ont été fermées.',
      asked: 'quelqu’un qui avait un lien d’une personne qui administre Palabre',
      closing: ['Ce n’était pas vous\u202f? Parlez-en sans attendre à une personne qui administre Palabre.'],
    },
    en: {
      subject: 'Your password has been changed by a recovery link',
      lead: 'The password of your account has just been changed, and all of your sessions have been closed.',
      asked: 'someone who had a link of a person who runs this Palabre',
      closing: ['Was it not you? Speak without delay to a person who runs this Palabre.'],
    },
  },
  passwordChanged: {
    fr: {
      subject: 'Votre mot de passe a été changé depuis votre session',
      lead: 'Le mot de passe de votre compte vient d’être changé, et vos autres sessions ont été fermées.',
      asked: mine.fr,
      closing: [stolen.fr],
    },
    en: {
      subject: 'Your password has been changed from your session',
      lead: 'The password of your account has just been changed, and your other sessions have been closed.',
      asked: mine.en,
      closing: [stolen.en],
    },
  },
  passwordSet: {
    fr: {
      subject: 'Votre compte a maintenant un mot de passe',
      lead: 'Votre compte, qui n’en avait pas, vient de recevoir un mot de passe. Vos autres sessions ont été fermées.',
      asked: mine.fr,
      closing: [stolen.fr],
    },
    en: {
      subject: 'Your account now has a password',
      lead: 'Your account, which had none, has just been given a password. Your other sessions have been closed.',
      asked: mine.en,
      closing: [stolen.en],
    },
  },
  accountLinked: {
    fr: {
      subject: 'Un autre compte a été lié au vôtre',
      lead: 'Un autre compte vient d’être lié au vôtre\u00a0: de chacun des deux, on passe à l’autre sans mot de passe.',
      asked: mine.fr,
      closing: [stolen.fr],
    },
    en: {
      subject: 'Another account has been linked to yours',
      lead: 'Another account has just been linked to yours: from each of the two one goes to the other without a password.',
      asked: mine.en,
      closing: [stolen.en],
    },
  },
  deviceNew: {
    fr: {
      subject: 'Connexion à votre compte sur un nouvel appareil',
      lead: 'Votre compte vient d’être ouvert dans un navigateur où vous ne l’aviez encore jamais ouvert.',
      asked: 'quelqu’un qui a pu se connecter',
      closing: [
        'C’était vous\u202f? Il n’y a rien à faire. Sinon, choisissez un nouveau mot de passe, ce qui ferme toutes vos sessions.',
      ],
    },
    en: {
      subject: 'Your account was opened on a new device',
      lead: 'Your account has just been opened in a browser in which you had never opened it before.',
      asked: 'someone who could sign in',
      closing: [
        'Was it you? There is nothing to do. If not, choose a new password, which closes all of your sessions.',
      ],
    },
  },
  twoStepOff: {
    fr: {
      subject: 'La double authentification est désactivée',
      lead: 'Vos prochaines connexions ne demanderont plus de code\u00a0: votre mot de passe suffit.',
      asked: mine.fr,
      closing: [stolen.fr],
    },
    en: {
      subject: 'Two-step sign-in is off',
      lead: 'Your next sign-ins will ask for no code: your password is enough.',
      asked: mine.en,
      closing: [stolen.en],
    },
  },
  mailsChanged: {
    fr: {
      subject: 'Vos réglages d’e-mails ont changé',
      lead: 'Les messages non lus qui vous arrivent par e-mail viennent d’être activés ou désactivés.',
      asked: mine.fr,
      closing: [stolen.fr],
    },
    en: {
      subject: 'Your e-mail settings have changed',
      lead: 'Unread messages that come to you by e-mail have just been turned on or off.',
      asked: mine.en,
      closing: [stolen.en],
    },
  },
  addressProven: {
    fr: {
      subject: 'Votre adresse est confirmée',
      lead: 'Vous êtes venu par un service qui connaît cette adresse. Un compte l’utilisait déjà, sans l’avoir confirmée\u00a0: il est maintenant le vôtre. Ses sessions, son mot de passe et ses liens d’avant ne sont plus bons à rien.',
      asked: 'vous, par ce service',
      closing: ['Vous pouvez donner un mot de passe à ce compte depuis «\u202fMon Profil\u202f».'],
    },
    en: {
      subject: 'Your address is confirmed',
      lead: 'You came by a service that knows this address. An account used it already, without having confirmed it: it is yours now. Its sessions, password and links of before are good for nothing any more.',
      asked: 'you, by this service',
      closing: ['You can give this account a password from “My profile”.'],
    },
  },
  codeDay: {
    fr: {
      subject: 'Beaucoup de codes demandés pour votre compte',
      lead: 'Dix codes ont été envoyés à cette adresse en un jour. Il n’en sera plus envoyé avant demain, sauf dans un navigateur où vous vous êtes déjà connecté.',
      asked: 'quelqu’un, pour le dernier',
      closing: [
        'Ce n’était pas vous\u202f? Ne donnez ces codes à personne\u00a0: sans eux, nul n’entre. Si un e-mail dit que votre mot de passe a été donné, changez-le.',
      ],
    },
    en: {
      subject: 'Many codes asked for your account',
      lead: 'Ten codes have been sent to this address in a day. No more will be sent until tomorrow, except in a browser in which you have signed in before.',
      asked: 'someone, for the last one',
      closing: [
        'Was it not you? Give these codes to nobody: without them, nobody gets in. If a mail says that your password was given, change it.',
      ],
    },
  },
  codeTries: {
    fr: {
      subject: 'Beaucoup de codes faux pour votre compte',
      lead: 'Trente codes faux ont été donnés pour votre compte en un jour. Aucun autre ne sera accepté avant demain, sauf dans un navigateur où vous vous êtes déjà connecté.',
      asked: 'quelqu’un, pour le dernier',
      closing: [
        'Ce n’était pas vous\u202f? Personne n’est entré. Si un e-mail dit que votre mot de passe a été donné, changez-le.',
      ],
    },
    en: {
      subject: 'Many wrong codes for your account',
      lead: 'Thirty wrong codes have been given for your account in a day. No other will be accepted until tomorrow, except in a browser in which you have signed in before.',
      asked: 'someone, for the last one',
      closing: ['Was it not you? Nobody got in. If a mail says that your password was given, change it.'],
    },
  },
} as const;

/** Kind of a mail to the owner. */
export type Told = keyof typeof told;

/** Subjects of these mails, by language. */
export const subjects = Object.fromEntries(
  Object.entries(told).map(([what, words]) => [what, { fr: words.fr.subject, en: words.en.subject }]),
) as Record<Told, Record<Language, string>>;

const action = { fr: 'Choisir un autre mot de passe', en: 'Choose another password' };

/** Writes the mail that informs an owner of an action on their account. */
export function toldLetter(language: Language, what: Told, about: About): Letter {
  const path = `/reset-password?email=${encodeURIComponent(about.email)}`;
  return { ...letterOf(language, told[what][language], about), action: { label: action[language], path } };
}

/** Mails the owner of an account about an action on it; the mail leaves if the transaction commits. */
export async function tellOwner(
  { mails }: Pick<Services, 'mails'>,
  db: Db,
  what: Told,
  { userId, from, language }: { userId: string; from: From; language: Language },
): Promise<void> {
  const person = await readAddressee(db, userId);
  if (!person) return;
  const letter = toldLetter(language, what, { ...person, from, at: new Date() });
  await mails.send({ to: person.email, ...letter }, db);
}
