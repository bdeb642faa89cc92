import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';
import { shown } from '../../../platform/mail/moment.ts';
import type { Purpose } from '../../../platform/postgres/tables.ts';
import type { From } from '../../../platform/sessions/session.ts';

/** Person and request that a mail is about. */
export interface About {
  email: string;
  firstName: string;
  from: From;
  at: Date;
  /** Time zone of the person; null when unknown, for the server's. */
  zone: string | null;
}

interface Words {
  subject: string;
  lead: string;
  asked: string;
  closing: readonly string[];
}

const fr = {
  hello: (firstName: string) => `Bonjour ${firstName},`,
  note: 'Valable 10 minutes, une seule fois.',
  facts: { who: 'Demande de', account: 'Compte', device: 'Appareil', address: 'Adresse', at: 'Le' },
  unknown: 'inconnu',
  login: {
    subject: 'Votre code de connexion',
    lead: 'Saisissez ce code pour terminer votre connexion à Palabre.',
    asked: 'quelqu’un qui a donné votre mot de passe',
    closing: [
      'Ce n’était pas vous\u202f? Quelqu’un connaît votre mot de passe\u00a0: changez-le sans attendre.',
      'Ne donnez ce code à personne. Personne chez Palabre ne vous le demandera.',
    ],
  },
  verify: {
    subject: 'Votre code pour activer la double authentification',
    lead: 'Saisissez ce code pour vérifier que cette adresse est la vôtre. Vos prochaines connexions demanderont un code comme celui-ci.',
    asked: 'vous, depuis votre session',
    closing: [
      'Ce n’était pas vous\u202f? Quelqu’un utilise votre session\u00a0: changez votre mot de passe, ce qui ferme les autres.',
      'Ne donnez ce code à personne.',
    ],
  },
  prove: {
    subject: 'Votre code pour confirmer votre adresse',
    lead: 'Saisissez ce code pour confirmer que cette adresse est la vôtre.',
    asked: 'quelqu’un, depuis un compte qui porte cette adresse',
    closing: [
      'Ce n’était pas vous\u202f? Quelqu’un a ouvert un compte à votre adresse\u00a0: ne donnez ce code à personne. En choisissant un mot de passe, vous le reprenez.',
    ],
  },
  password: {
    subject: 'Votre code pour définir un mot de passe',
    lead: 'Saisissez ce code pour donner un mot de passe à votre compte, qui n’en a pas encore, ou pour confirmer que c’est vous.',
    asked: 'vous, depuis votre session',
    closing: [
      'Ce n’était pas vous\u202f? Quelqu’un utilise votre session\u00a0: fermez-la depuis «\u202fMon Profil\u202f».',
      'Ne donnez ce code à personne.',
    ],
  },
  link: {
    subject: 'Votre code pour lier vos comptes',
    lead: 'Saisissez ce code pour lier ce compte à l’autre. On pourra alors passer de l’un à l’autre sans mot de passe.',
    asked: 'quelqu’un, depuis un autre compte',
    closing: [
      'Ce n’était pas vous\u202f? Ne donnez ce code à personne\u00a0: sans lui, les comptes ne seront pas liés.',
    ],
  },
  reset: {
    subject: 'Votre code pour changer de mot de passe',
    lead: 'Saisissez ce code pour choisir un nouveau mot de passe.',
    asked: 'quelqu’un qui a donné votre adresse',
    closing: [
      'Ce n’était pas vous\u202f? Il n’y a rien à faire\u00a0: sans ce code, votre mot de passe reste le même.',
      'Ne donnez ce code à personne. Personne chez Palabre ne vous le demandera.',
    ],
  },
};

const en: typeof fr = {
  hello: firstName => `Hello ${firstName},`,
  note: 'Good for 10 minutes, once.',
  facts: { who: 'Asked by', account: 'Account', device: 'Device', address: 'Address', at: 'On' },
  unknown: 'unknown',
  login: {
    subject: 'Your sign-in code',
    lead: 'Type this code to finish signing in to Palabre.',
    asked: 'someone who gave your password',
    closing: [
      'Was it not you? Someone knows your password: change it without delay.',
      'Give this code to nobody. Nobody at Palabre will ask you for it.',
    ],
  },
  verify: {
    subject: 'Your code to turn on two-step sign-in',
    lead: 'Type this code to prove that this address is yours. Your next sign-ins will ask for a code like this one.',
    asked: 'you, from your session',
    closing: [
      'Was it not you? Someone is using your session: change your password, which closes the others.',
      'Give this code to nobody.',
    ],
  },
  prove: {
    subject: 'Your code to confirm your address',
    lead: 'Type this code to confirm that this address is yours.',
    asked: 'someone, from an account that has this address',
    closing: [
      'Was it not you? Someone has opened an account with your address: give this code to nobody. By choosing a password you take it over.',
    ],
  },
  password: {
    subject: 'Your code to set a password',
    lead: 'Type this code to give your account a password, which it does not have yet, or to confirm that it is you.',
    asked: 'you, from your session',
    closing: ['Was it not you? Someone is using your session: end it from “My profile”.', 'Give this code to nobody.'],
  },
  link: {
    subject: 'Your code to link your accounts',
    lead: 'Type this code to link this account to the other one. One can then go from one to the other without a password.',
    asked: 'someone, from another account',
    closing: ['Was it not you? Give this code to nobody: without it, the accounts will not be linked.'],
  },
  reset: {
    subject: 'Your code to change your password',
    lead: 'Type this code to choose a new password.',
    asked: 'someone who gave your address',
    closing: [
      'Was it not you? There is nothing to do: without this code, your password stays the same.',
      'Give this code to nobody. Nobody at Palabre will ask you for it.',
    ],
  },
};

const words = { fr, en };

/** Writes a letter about a request, with advice for a person who did not make it. */
export function letterOf(language: Language, said: Words, { email, firstName, from, at, zone }: About): Letter {
  const { hello, facts, unknown } = words[language];
  return {
    language,
    subject: said.subject,
    title: said.subject,
    paragraphs: [hello(firstName), said.lead],
    facts: [
      [facts.who, said.asked],
      [facts.account, email],
      [facts.device, from.device ?? unknown],
      [facts.address, from.address],
      [facts.at, shown(at, language, zone)],
    ],
    closing: said.closing,
  };
}

/** Writes the mail of a code, with its purpose. */
export const codeLetter = (
  language: Language,
  purpose: Purpose | 'password' | 'prove',
  about: About & { code: string },
): Letter => ({
  ...letterOf(language, words[language][purpose], about),
  code: { digits: about.code, note: words[language].note },
});
