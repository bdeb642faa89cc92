import { limits } from '@palabre/common/contract/fields.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';

const words = {
  fr: {
    hello: (firstName: string) => (firstName ? `Bonjour ${firstName},` : 'Bonjour,'),
    account: 'Compte',
    link: {
      subject: 'Créez votre compte Palabre',
      lead: `Ce lien crée votre compte. Il confirme votre adresse, et vaut ${limits.registrationPassDays} jours.`,
      action: 'Créer mon compte',
      closing: [
        'Ce n’était pas vous\u202f? Il n’y a rien à faire\u00a0: sans ce lien, aucun compte n’est créé.',
        'Ne transmettez pas ce lien\u00a0: il ouvre un compte à votre adresse.',
      ],
    },
    approved: {
      subject: 'Votre demande de compte est acceptée',
      lead: `Un administrateur a accepté votre demande. Ce lien crée votre compte\u00a0: il confirme votre adresse, et vaut ${limits.registrationPassDays} jours.`,
      action: 'Créer mon compte',
      closing: ['Ne transmettez pas ce lien\u00a0: il ouvre un compte à votre adresse.'],
    },
    refused: {
      subject: 'Votre demande de compte n’est pas acceptée',
      lead: 'Un administrateur a lu votre demande et ne peut pas vous ouvrir de compte.',
      action: '',
      closing: ['Vous n’avez rien demandé\u202f? Il n’y a rien à faire.'],
    },
    known: {
      subject: 'Vous avez déjà un compte Palabre',
      lead: 'Quelqu’un a demandé un compte à cette adresse, qui en a déjà un\u00a0: connectez-vous, ou choisissez un nouveau mot de passe si vous l’avez oublié.',
      action: 'Se connecter',
      closing: ['Ce n’était pas vous\u202f? Il n’y a rien à faire\u00a0: votre compte reste le même.'],
    },
  },
  en: {
    hello: (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,'),
    account: 'Account',
    link: {
      subject: 'Create your Palabre account',
      lead: `This link creates your account. It confirms your address, and is good for ${limits.registrationPassDays} days.`,
      action: 'Create my account',
      closing: [
        'Was it not you? There is nothing to do: without this link, no account is made.',
        'Do not pass this link on: it opens an account with your address.',
      ],
    },
    approved: {
      subject: 'Your request for an account is approved',
      lead: `An administrator approved your request. This link creates your account: it confirms your address, and is good for ${limits.registrationPassDays} days.`,
      action: 'Create my account',
      closing: ['Do not pass this link on: it opens an account with your address.'],
    },
    refused: {
      subject: 'Your request for an account is not approved',
      lead: 'An administrator read your request and cannot open an account for you.',
      action: '',
      closing: ['You asked for nothing? There is nothing to do.'],
    },
    known: {
      subject: 'You already have a Palabre account',
      lead: 'Someone asked for an account with this address, which already has one: sign in, or choose a new password if you have forgotten it.',
      action: 'Sign in',
      closing: ['Was it not you? There is nothing to do: your account stays the same.'],
    },
  },
};

/** Kind of a mail to a person who asked for an account. */
export type AdmissionMail = 'link' | 'approved' | 'refused' | 'known';

/** Writes a mail to a person who asked for an account. */
export function admissionLetter(
  language: Language,
  kind: AdmissionMail,
  { email, firstName, path }: { email: string; firstName: string; path?: string },
): Letter {
  const { hello, account, [kind]: said } = words[language];
  return {
    ...{ language, subject: said.subject, title: said.subject, paragraphs: [hello(firstName), said.lead] },
    ...(path && said.action && { action: { label: said.action, path } }),
    facts: [[account, email]],
    closing: said.closing,
  };
}
