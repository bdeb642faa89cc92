import { addressCodeHours } from '@palabre/common/contract/people/addresses.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import { shown } from '../../../platform/mail/moment.ts';
import type { From } from '../../../platform/sessions/session.ts';

/** Mails about a change of address: to the new address, and to the old one. */
const said = {
  code: {
    fr: {
      subject: 'Votre code pour changer d’adresse',
      lead: 'Saisissez ce code pour que cette adresse devienne celle de votre compte Palabre.',
      closing: [
        'Ce n’était pas vous\u202f? Il n’y a rien à faire\u00a0: sans ce code, rien ne change.',
        'Ne donnez ce code à personne, sauf à une personne qui administre Palabre et qui change votre adresse avec vous.',
      ],
    },
    en: {
      subject: 'Your code to change your address',
      lead: 'Type this code to make this address the one of your Palabre account.',
      closing: [
        'Was it not you? There is nothing to do: without this code, nothing changes.',
        'Give this code to nobody, except a person who runs this Palabre and changes your address with you.',
      ],
    },
  },
  taken: {
    fr: {
      subject: 'Cette adresse a déjà un compte Palabre',
      lead: 'Quelqu’un a voulu donner cette adresse à un autre compte. Elle est celle du vôtre, et le reste.',
      closing: [
        'C’était vous\u202f? Un seul compte peut avoir cette adresse\u00a0: donnez d’abord une autre adresse à celui-ci, ou supprimez-le.',
      ],
    },
    en: {
      subject: 'This address already has a Palabre account',
      lead: 'Someone wanted to give this address to another account. It is the address of yours, and stays so.',
      closing: [
        'Was it you? Only one account can have this address: give this one another address first, or delete it.',
      ],
    },
  },
  asked: {
    fr: {
      subject: 'Un changement d’adresse est demandé pour votre compte',
      lead: 'Une personne qui administre Palabre demande que votre compte prenne une autre adresse. Un code vient d’y être envoyé\u00a0: tapez-le dans «\u202fMon Profil\u202f», ou donnez-le à cette personne. Sans lui, rien ne change.',
      closing: [
        'Vous ne vous y attendiez pas\u202f? Abandonnez le changement depuis «\u202fMon Profil\u202f», et parlez-en à une autre personne qui administre Palabre.',
      ],
    },
    en: {
      subject: 'A change of address is asked for your account',
      lead: 'A person who runs this Palabre asks that your account take another address. A code has just been sent there: type it in “My profile”, or give it to that person. Without it, nothing changes.',
      closing: [
        'Did you not expect this? Give the change up from “My profile”, and speak to another person who runs this Palabre.',
      ],
    },
  },
  changed: {
    fr: {
      subject: 'L’adresse de votre compte a changé',
      lead: 'Votre compte Palabre a une autre adresse. Celle-ci n’y mène plus, et vos autres sessions ont été fermées.',
      closing: [
        'Ce n’était pas vous\u202f? Parlez-en sans attendre à une personne qui administre Palabre\u00a0: elle peut suspendre le compte, et vous le rendre.',
      ],
    },
    en: {
      subject: 'The address of your account has changed',
      lead: 'Your Palabre account has another address. This one no longer leads to it, and your other sessions have been ended.',
      closing: [
        'Was it not you? Speak without delay to a person who runs this Palabre: they can suspend the account, and give it back to you.',
      ],
    },
  },
} as const;

const words = {
  fr: {
    hello: (name: string) => (name ? `Bonjour ${name},` : 'Bonjour,'),
    note:
      addressCodeHours === 1
        ? 'Valable une heure, une seule fois.'
        : `Valable ${addressCodeHours} heures, une seule fois.`,
    facts: { by: 'Par', account: 'Adresse', next: 'Nouvelle adresse', device: 'Appareil', address: 'Depuis', at: 'Le' },
    you: 'vous, depuis votre session',
    unknown: 'inconnu',
  },
  en: {
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    note: addressCodeHours === 1 ? 'Good for an hour, once.' : `Good for ${addressCodeHours} hours, once.`,
    facts: { by: 'By', account: 'Address', next: 'New address', device: 'Device', address: 'From', at: 'On' },
    you: 'you, from your session',
    unknown: 'unknown',
  },
};

/** Hides most of an address: the reader of the old mailbox may no longer be its owner. */
const masked = (email: string): string => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`;

/** Facts in a mail about a change of address. */
interface About {
  language: Language;
  firstName: string;
  zone: string | null;
  /** Recipient address. */
  email: string;
  newEmail?: string;
  code?: string;
  /** Name of the administrator who acted; null if the person did. */
  by: string | null;
  /** Browser of the person who acted; undefined for an administrator, and for a mail to an unproven address. */
  from?: From;
  at: Date;
}

/** Writes a mail about a change of address. */
export function addressLetter(
  what: keyof typeof said,
  { language, firstName, zone, email, newEmail, code, by, from, at }: About,
): Letter {
  const { subject, lead, closing } = said[what][language];
  const { hello, facts, note, you, unknown } = words[language];
  return {
    ...{ language, subject, title: subject, paragraphs: [hello(firstName), lead], closing },
    ...(code && { code: { digits: code, note } }),
    facts: [
      ...(what === 'taken' ? [] : [[facts.by, by ?? you] as [string, string]]),
      [facts.account, email],
      ...(newEmail ? [[facts.next, masked(newEmail)] as [string, string]] : []),
      ...(from && !by
        ? [
            [facts.device, from.device ?? unknown] as [string, string],
            [facts.address, from.address] as [string, string],
          ]
        : []),
      [facts.at, shown(at, language, zone)],
    ],
  };
}
