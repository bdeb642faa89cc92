import type { mailResults } from '@palabre/common/contract/running/setup.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Letter } from '../../../platform/mail/letter.ts';

const words = {
  fr: {
    subject: 'E-mail d’essai',
    title: 'Les e-mails partent',
    lead: 'Vous avez demandé cet e-mail dans les premiers réglages. S’il vous parvient, les codes et les avis parviendront aussi à votre équipe.',
    action: 'Revenir aux réglages',
    closing: 'Il est dans les indésirables\u202f? Vérifiez le domaine de MAIL_FROM, et ses lignes SPF et DKIM.',
  },
  en: {
    subject: 'Test mail',
    title: 'Mails leave',
    lead: 'You asked for this mail in the first settings. If it reaches you, codes and notices will reach your team too.',
    action: 'Back to the settings',
    closing: 'Is it among the spam? Check the domain of MAIL_FROM, and its SPF and DKIM records.',
  },
} as const;

/** Writes the test mail. */
export function testLetter(language: Language): Letter {
  const { subject, title, lead, action, closing } = words[language];
  return {
    ...{ language, subject, title, paragraphs: [lead], facts: [], closing: [closing] },
    action: { label: action, path: '/settings/admin?tab=settings' },
  };
}

/** Error codes of nodemailer and of sockets, by the outcome of a test. */
const endings: Record<string, (typeof mailResults)[number]> = {
  ...{ EAUTH: 'login', ENOAUTH: 'login', EOAUTH2: 'login', EENVELOPE: 'address' },
  ...{ ESOCKET: 'unreachable', ECONNECTION: 'unreachable', ETIMEDOUT: 'unreachable', EDNS: 'unreachable' },
  ...{ ECONNREFUSED: 'unreachable', ENOTFOUND: 'unreachable', ETLS: 'unreachable', ABORT_ERR: 'unreachable' },
};

/** Maps the error of a mail that could not leave to an outcome. */
export const endingOf = (code: string | undefined): (typeof mailResults)[number] => endings[code ?? ''] ?? 'failed';
